import { texts } from '../texts/en.ts'
import { ColumnName } from './column-name.tsx'
import { type CellReference, useExplanation } from './use-explanation.ts'
import { valueText } from './value-text.ts'

const { cell } = texts.drilldown

/** Shows the column and its value: `In Progress: 3.4 days`. */
export function CellTitle(reference: CellReference) {
  const { data } = useExplanation(reference)
  const { report, column, context } = reference
  if (!data) {
    const name = report?.table.header.valueColumns.find(({ id }) => id === column)?.value
    return name === undefined ? reference.issueKey : <ColumnName name={name} />
  }
  const { viewFormat, dayLength, calendar } = context.parameters
  const format = { kind: data.kind, viewFormat, dayLength, calendar }
  return (
    <>
      <ColumnName name={data.column.name} />: {data.cell.raw === null ? cell.empty : valueText(data.cell.value, format)}
    </>
  )
}
