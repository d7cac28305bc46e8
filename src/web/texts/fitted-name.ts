import { isolateName, withoutTurns } from './isolated-name.ts'

/** The font size of names in charts and timelines. Pixels. */
const FONT = 12

/** The average widths of characters relative to the font size: wide ones such as 状 or 🚀, capital letters, and others. */
const WIDTHS = { wide: 1.05, capital: 0.68, other: 0.535 }

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\p{Regional_Indicator}]/u
const CAPITAL = /[\p{Lu}MWmw@%]/u

/** What users see as one character, such as an emoji of several parts. */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A truncated name has at least this many characters; fewer say nothing. */
const FEWEST = 3

/** Returns the width of a name in a chart or a timeline, about. Pixels. */
export function nameWidth(name: string): number {
  return charactersOf(withoutTurns(name)).reduce((sum, { width }) => sum + width, 0)
}

/**
 * Truncates a name to a width in pixels; empty if nothing useful fits. It does not change the direction of the text around it.
 */
export function truncateName(name: string, width: number): string {
  return isolateName(truncate(withoutTurns(name), width))
}

function truncate(name: string, width: number): string {
  const fitting = fittingCharacters(name, width)
  if (fitting.length === name.length) return name
  const shortened = fittingCharacters(name, width - FONT * WIDTHS.other)
  return charactersOf(shortened).length < FEWEST ? '' : `${shortened.trimEnd()}…`
}

/**
 * Breaks a name into lines of a width in pixels, between words where possible. The last one of `most` lines is truncated. No line
 * changes the direction of the text after it.
 */
export function wrapName(name: string, width: number, most: number): string {
  return wrappedLines(withoutTurns(name.trim()), width, most).filter(Boolean).map(isolateName).join('\n')
}

function wrappedLines(name: string, width: number, most: number): string[] {
  const lines: string[] = []
  let rest = name
  while (rest !== '') {
    if (lines.length === most - 1) return [...lines, truncate(rest, width)]
    const line = firstLine(rest, width)
    lines.push(line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

function firstLine(text: string, width: number): string {
  const fitting = fittingCharacters(text, width) || charactersOf(text)[0]!.text
  if (fitting.length === text.length || /\s/.test(text[fitting.length]!)) return fitting
  const space = fitting.search(/\s\S*$/)
  return space > 0 ? fitting.slice(0, space) : fitting
}

/** Returns the longest beginning of a text that fits into a width. */
function fittingCharacters(text: string, width: number): string {
  let [free, end] = [width, 0]
  for (const one of charactersOf(text)) {
    free -= one.width
    if (free < 0) break
    end += one.text.length
  }
  return text.slice(0, end)
}

function charactersOf(text: string): { readonly text: string; readonly width: number }[] {
  return [...characters.segment(text)].map(({ segment }) => ({
    text: segment,
    width: FONT * (WIDE.test(segment) ? WIDTHS.wide : CAPITAL.test(segment) ? WIDTHS.capital : WIDTHS.other),
  }))
}
