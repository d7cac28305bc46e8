/** Parses a date and time with a time zone: epoch milliseconds; `null` for anything else, which only the server can read. */
export function parseInstant(text: string | undefined): number | null {
  const instant = /T.*(Z|[+-]\d\d:?\d\d)$/i.test(text ?? '') ? Date.parse(text!) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
