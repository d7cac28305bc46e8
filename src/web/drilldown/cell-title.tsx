import { words } from '../texts/en.ts'
import { type CellPlace, useExplanation } from './use-explanation.ts'
import { valueText } from './value-text.ts'

const { cell } = words.understand

/** The column and its value: `In Progress: 3.4 days`. */
export function CellTitle(place: CellPlace) {
  const { data } = useExplanation(place)
  const { report, column, asked } = place
  if (!data) return report?.table.header.valueColumns.find(({ id }) => id === column)?.value ?? place.issueKey
  const { viewFormat, dayLength, calendar } = asked.parameters
  const format = { kind: data.kind, viewFormat, dayLength, calendar }
  return cell.headline(data.column.name, data.cell.raw === null ? cell.empty : valueText(data.cell.value, format))
}
