/** A piece of a text: half-open `[start, end)`, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where in a text something stands, as people count: lines and characters from 1. */
export interface Place {
  readonly line: number
  readonly character: number
}

/** The place of an offset. `\n`, `\r\n` and a lone `\r` end a line. */
export function placeOf(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(LINE_END)
  return { line: lines.length, character: lines.at(-1)!.length + 1 }
}

const LINE_END = /\r\n|\r|\n/

/** How much of a long line is shown before and after the place. */
const REACH = 60

/** The line in which a span begins, and below it carets under the span; a long line is cut around it. */
export function caretOf(text: string, { start, end }: Span): string {
  const { character } = placeOf(text, start)
  const lineStart = start - character + 1
  const line = text.slice(lineStart).split(LINE_END, 1)[0]!
  const from = Math.max(0, character - 1 - REACH)
  const shown = line.slice(from, character - 1 + REACH)
  const before = shown.slice(0, character - 1 - from)
  const length = Math.max(1, Math.min(end - start, shown.length - before.length))
  // A tab stays a tab, so that the carets stand where the text does.
  return `${shown}\n${before.replace(/[^\t]/g, ' ')}${'^'.repeat(length)}`
}
