/** A number in the reader's locale. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(userLocale()).format(value)
}

/** A moment in the reader's locale and a zone: `21 Nov 2026, 05:00`. */
export function formatDateTime(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(instant)
}

/** The reader's language, as their browser tells it. */
export function userLocale(): string | undefined {
  return (globalThis as { readonly navigator?: { readonly language: string } }).navigator?.language
}
