import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'

/** A report type in the catalogue. */
export type OfferedReport = PageCatalogue['reportTypes'][number]

/** Returns the chosen report type; `undefined` if there is none or its name is unknown. */
export function reportTypeOf({ columnsBy }: Choices, { reportTypes }: PageCatalogue): OfferedReport | undefined {
  return reportTypes.find(({ name }) => equalsIgnoringCase(name, columnsBy))
}

/** Returns whether two texts are equal ignoring case, as the server compares names. */
export function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}

/** Returns the one of `values` that equals a text ignoring case, else `fallback`. */
export function matchIgnoringCase<T extends string, F>(
  values: readonly T[],
  chosen: string | undefined,
  fallback: F,
): T | F {
  return values.find(value => equalsIgnoringCase(value, chosen)) ?? fallback
}

/** Splits a comma-separated list; trims its parts and drops empty ones. */
export function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}
