import type { ReadCell } from './read-xlsx.ts'
import { unzip } from './unzip.ts'

/** The values of a sheet; empty cells are `null`. */
export interface SheetValues {
  readonly name: string
  readonly rows: readonly (readonly (ReadCell['value'] | null)[])[]
}

/** The number formats that workbooks have without a definition, as far as ours use them. */
const BUILT_IN: Readonly<Record<string, string>> = { 0: 'General', 1: '0', 46: '[h]:mm:ss' }

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Reads the values of a workbook with their types, where Python is missing. Knows inline texts and numbers only. */
export function readXlsxHere(book: Buffer): SheetValues[] {
  const files = unzip(book)
  const formats = formatsOf(files.get('xl/styles.xml')!)
  return [...files.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]*)" sheetId="(\d+)"/g)].map(([, name, id]) => ({
    name: decoded(name!),
    rows: rowsOf(files.get(`xl/worksheets/sheet${id}.xml`)!, formats),
  }))
}

/** Returns the number format of each style. */
function formatsOf(styles: string): string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id!, decoded(code!)]),
  )
  const cells = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(styles)![0]
  return [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => own.get(id!) ?? BUILT_IN[id!] ?? `format ${id}`)
}

function rowsOf(sheet: string, formats: readonly string[]): SheetValues['rows'] {
  const rows = [...sheet.matchAll(/<row r="\d+"[^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, cells = '']) => {
    const row: (ReadCell['value'] | null)[] = []
    for (const [, column, attributes, content = ''] of cells.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
    )) {
      const index = [...column!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      while (row.length < index) row.push(null)
      row.push(cellValue(attributes!, content, formats))
    }
    return row
  })
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return rows.map(row => [...row, ...Array.from({ length: width - row.length }, () => null)])
}

function cellValue(attributes: string, content: string, formats: readonly string[]): ReadCell['value'] | null {
  const text = /<t[^>]*>([\s\S]*?)<\/t>/.exec(content)?.[1]
  if (/t="inlineStr"/.test(attributes)) return decoded(text ?? '')
  const shown = /<v>([^<]*)<\/v>/.exec(content)?.[1]
  if (shown === undefined) return null
  const number = Number(shown)
  const format = formats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)]!
  if (format.startsWith('[h]')) return { kind: 'time', number }
  return format.startsWith('[$-') ? { kind: 'date', number } : number
}

function decoded(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]+|\w+);/gi, (_, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1).replace(/^x/i, '0x'))) : ENTITIES[name]!,
  )
}
