import { FEWEST_FOR_PERCENTILES } from '../../../store/plan/aggregates.ts'
import { MAX_CELL_LENGTH } from './xml-text.ts'

/** The maximum number of links in a sheet of Excel. */
export const MAX_LINKS = 65_530

/** What was noticed while a file was written, such as what Excel's limits changed. */
export interface SheetNotes {
  /** The number of percentiles of few values. */
  fewValues: number
  cutTexts: number
  textDates: number
  unlinkedKeys: number
  /** The names of sheets with the rows that another sheet could not hold. */
  readonly continuations: string[]
  readonly plainDates: boolean
}

/** Returns what users should know about a file. */
export function noteTexts({
  fewValues,
  cutTexts,
  textDates,
  unlinkedKeys,
  continuations,
  plainDates,
}: SheetNotes): string[] {
  const limit = MAX_CELL_LENGTH.toLocaleString('en-US')
  return [
    ...(fewValues > 0 ? [`Percentiles of fewer than ${FEWEST_FOR_PERCENTILES} values are grey: ${fewValues}.`] : []),
    ...continuations.map(
      name => `A sheet of Excel has at most 1,048,576 rows. The next rows are in the sheet ${name}.`,
    ),
    ...(cutTexts > 0 ? [`Texts that were cut at ${limit} characters, the limit of a cell: ${cutTexts}.`] : []),
    ...(textDates > 0
      ? [`Excel has dates from March 1900 to the year 9999. Other dates, written as texts: ${textDates}.`]
      : []),
    ...(unlinkedKeys > 0
      ? [
          `A sheet of Excel has at most ${MAX_LINKS.toLocaleString('en-US')} links. Keys without a link: ${unlinkedKeys}.`,
        ]
      : []),
    ...(plainDates ? ['Excel cannot show dates in the requested format. They have the form 2024-12-31 23:59.'] : []),
  ]
}
