/** A piece of a text: half-open `[start, end)`, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where in a text something stands, as people count: lines and characters from 1. */
export interface TextLocation {
  readonly line: number
  readonly character: number
}

/** The places of offsets that rise. `\n`, `\r\n` and a lone `\r` end a line. Reads the text once, however many there are. */
export function locationsOf(text: string, offsets: readonly number[]): TextLocation[] {
  let [line, lineStart, at] = [1, 0, 0]
  return offsets.map(offset => {
    for (; at < offset; at++) {
      if (!endsLine(text, at)) continue
      line++
      lineStart = at + 1
    }
    return { line, character: offset - lineStart + 1 }
  })
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)
}

/** How much of a long line is shown before and after the place. */
const REACH = 60

/** The line in which a span begins, and below it carets under the span; a long line is cut around it. */
export function caretOf(text: string, { start, end }: Span, { character }: TextLocation): string {
  const from = Math.max(start - character + 1, start - REACH)
  const [shown] = text.slice(from, start + REACH).split(/[\r\n]/, 1) as [string]
  const before = text.slice(from, start)
  const length = Math.max(1, Math.min(end - start, shown.length - before.length))
  // A tab stays a tab, so that the carets stand where the text does.
  return `${shown}\n${before.replace(/[^\t]/g, ' ')}${'^'.repeat(length)}`
}
