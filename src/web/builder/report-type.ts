import type { PageCatalogue } from '../../service/page-types.ts'
import type { Choices } from '../state/choices.ts'

/** One of the sixteen reports, as the catalogue describes it. */
export type ReportType = PageCatalogue['reportTypes'][number]

/** The report that was chosen; `undefined` before it is, and for a name that is none. */
export function reportTypeOf({ columnsBy }: Choices, { reportTypes }: PageCatalogue): ReportType | undefined {
  return reportTypes.find(({ name }) => equalsIgnoringCase(name, columnsBy))
}

/** Whether two words are one for the server, which reads names and fixed values in any case. */
export function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}

/** A choice in the server's spelling: the one of `values` that it is in any case, else `fallback`. */
export function matchIgnoringCase<T extends string, F>(
  values: readonly T[],
  chosen: string | undefined,
  fallback: F,
): T | F {
  return values.find(value => equalsIgnoringCase(value, chosen)) ?? fallback
}

/** The parts of a list between commas, without blanks around them. */
export function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}
