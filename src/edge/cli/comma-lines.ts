import { textWidth } from './terminal-text.ts'

/** Joins values with commas, in lines of at most `width` columns. A longer value has a line of its own. */
export function commaLines(values: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const [i, value] of values.entries()) {
    const text = i < values.length - 1 ? `${value},` : value
    const line = lines.at(-1)
    if (line === undefined || textWidth(line) + 1 + textWidth(text) > width) lines.push(text)
    else lines[lines.length - 1] = `${line} ${text}`
  }
  return lines
}
