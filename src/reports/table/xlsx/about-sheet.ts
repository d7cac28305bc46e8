import { localMillis } from '../../../core/time/local-time.ts'
import { wallClock } from '../../../core/time/zone.ts'
import { durationUnit, HOURS } from '../duration-unit.ts'
import type { FileFacts, Sheet } from '../file-table.ts'
import { rowXml, type SheetCell } from './cell-xml.ts'
import { serialOf } from './serial.ts'
import { WORKSHEET, WORKSHEET_END, widthsXml } from './sheet-texts.ts'
import { cutText } from './xml-text.ts'

/** Returns the sheet that describes the file. `notes` are warnings besides those of the report. */
export function* aboutTexts(sheets: readonly Sheet[], facts: FileFacts, notes: readonly string[]): Iterable<string> {
  yield `${WORKSHEET}${widthsXml([28, 90])}<sheetData>`
  let number = 0
  for (const cells of aboutRows(sheets, facts, notes)) yield* rowXml(++number, cells, ['A', 'B'])
  yield `</sheetData>${WORKSHEET_END}`
}

function aboutRows(sheets: readonly Sheet[], facts: FileFacts, notes: readonly string[]): SheetCell[][] {
  const { plan, issueCount, repairedCount } = sheets[0]!.table
  const warnings = [...facts.warnings, ...notes]
  return [
    ...fact('Report', plan.type.label),
    ...fact('Query', plan.query),
    [label('As of'), instantCell(plan)],
    ...fact('Time zone', plan.format.zone.name),
    ...fact('Calendar', String(plan.calendar.shown.name)),
    ...(plan.type.kind === 'duration' ? durationFacts(plan) : []),
    count('Issues', issueCount),
    count('Issues with a repaired history', repairedCount),
    ...sheets.map(({ name, table }) => count(`Rows of ${name}`, table.rowCount)),
    ...fact('Sojourn', facts.version),
    [],
    [label('Parameters')],
    ...facts.parameters.flatMap(({ name, value }) => rowsOf(text(name), value)),
    [],
    [label('Warnings')],
    ...(warnings.length > 0 ? warnings : ['None']).map(warning => [null, text(warning)]),
  ]
}

type Plan = Sheet['table']['plan']

function instantCell({ asOf, format }: Plan): SheetCell {
  const serial = serialOf(localMillis(wallClock(asOf, format.zone)))
  return serial === null ? text(new Date(asOf).toISOString()) : { value: serial, style: 'aboutTime' }
}

function durationFacts(plan: Plan): SheetCell[][] {
  const unit = durationUnit(plan)
  const format = unit ? `Numbers of ${unit.name}` : 'Hours, minutes and seconds. Excel counts them as days.'
  return [...fact('Length of a day', `${plan.format.day / HOURS.millis} hours`), ...fact('Durations', format)]
}

function fact(name: string, value: string): SheetCell[][] {
  return rowsOf(label(name), value)
}

/** Returns a named text, in several rows if it is too long for a cell. */
function rowsOf(name: SheetCell, value: string): SheetCell[][] {
  const first = cutText(value)
  const rest = value.slice(first.length)
  return [[name, text(first)], ...(rest === '' ? [] : rowsOf(null, rest))]
}

function count(name: string, value: number): SheetCell[] {
  return [label(name), { value, style: 'aboutNumber' }]
}

function label(value: string): SheetCell {
  return { value, style: 'aboutName' }
}

function text(value: string): SheetCell {
  return { value, style: 'aboutText' }
}
