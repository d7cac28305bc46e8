import { type StyleName, styleIndexes } from './styles.ts'
import { cutText, xmlText } from './xml-text.ts'

/** A cell of a sheet: a finite number or a text, and its style; `null` for an empty cell. */
export type SheetCell = { readonly value: number | string; readonly style: StyleName } | null

/** Returns the letters of a column, counted from 0: A to Z, AA, ... */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (index % 26))
}

/** Returns a cell as XML; nothing for an empty one or an empty text. A text is never a formula, and is cut at MAX_CELL_LENGTH. */
export function cellXml(reference: string, cell: SheetCell): string {
  if (cell === null) return ''
  const { value, style } = cell
  const start = `<c r="${reference}" s="${styleIndexes[style]}"`
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`
  const text = xmlText(cutText(value))
  if (text === '') return ''
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `${start} t="inlineStr"><is><t${space}>${text}</t></is></c>`
}

/** Returns a row of cells as XML. `row` is counted from 1; `letters` are those of the columns. */
export function* rowXml(row: number, cells: readonly SheetCell[], letters: readonly string[]): Iterable<string> {
  let text = `<row r="${row}">`
  for (const [i, cell] of cells.entries()) {
    text += cellXml(letters[i]! + row, cell)
    if (i % CELLS_PER_TEXT === CELLS_PER_TEXT - 1) {
      yield text
      text = ''
    }
  }
  yield `${text}</row>`
}

/** Rows of many columns are several texts, so that other work gets its turn. */
const CELLS_PER_TEXT = 64
