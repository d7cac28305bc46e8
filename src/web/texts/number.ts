/** A number in the reader's locale. */
export function number(value: number): string {
  return new Intl.NumberFormat(readerLocale()).format(value)
}

/** A moment in the reader's locale and a zone: `21 Nov 2026, 05:00`. */
export function moment(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}

/** The reader's language, as their browser tells it. */
export function readerLocale(): string | undefined {
  return (globalThis as { readonly navigator?: { readonly language: string } }).navigator?.language
}
