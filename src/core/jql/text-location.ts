/** A part of a text: half-open `[start, end)`, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A location in a text: 1-based line and character. */
export interface TextLocation {
  readonly line: number
  readonly character: number
}

/**
 * Returns the locations of ascending offsets. `\n`, `\r\n` and a lone `\r` end a line. Reads the text once for all
 * offsets.
 */
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

/** The length of a long line that is shown before and after the location. */
const REACH = 60

/** Marks the cut ends of a long line. */
const ELLIPSIS = '…'

/**
 * Returns the line in which a span starts, with carets under the span on the next line. Long lines are cut around the
 * span, and marked with an ellipsis where they are cut.
 */
export function caretOf(text: string, { start, end }: Span, { character }: TextLocation): string {
  const lineStart = start - character + 1
  const from = Math.max(lineStart, start - REACH)
  const [shown] = text.slice(from, start + REACH).split(/[\r\n]/, 1) as [string]
  const before = text.slice(from, start)
  const length = Math.max(1, Math.min(end - start, shown.length - before.length))
  const head = from > lineStart ? ELLIPSIS : ''
  const next = text[from + shown.length]
  const tail = next === undefined || next === '\r' || next === '\n' ? '' : ELLIPSIS
  // A tab stays a tab, so that the carets are aligned with the text.
  return `${head}${shown}${tail}\n${`${head}${before}`.replace(/[^\t]/g, ' ')}${'^'.repeat(length)}`
}
