import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A cell as openpyxl reads it. */
export interface ReadCell {
  /** `n` number, `s` text, `d` date or time, `f` formula. */
  readonly type: 'n' | 's' | 'd' | 'f' | 'inlineStr'
  readonly value: number | string | ReadTime
  readonly format: string
  readonly bold: boolean
  readonly grey?: true
  readonly link?: string
}

/** A number with the format of a time or date; `date` is its ISO 8601 form. */
export interface ReadTime {
  readonly kind: 'time' | 'date'
  readonly number: number
  readonly date?: string
}

/** A sheet as openpyxl reads it; empty cells are `null`. */
export interface ReadSheet {
  readonly name: string
  readonly frozen: string | null
  readonly filter: string | null
  readonly widths: readonly number[]
  readonly print: {
    readonly orientation: string | null
    /** The numbers of pages in width and in height, 0 for any; `null` if the sheet is not scaled. */
    readonly pages: readonly number[] | null
    /** The rows at the top of each page. */
    readonly repeated: string | null
  }
  readonly rows: readonly (readonly (ReadCell | null)[])[]
}

/** A workbook as openpyxl reads it. */
export interface ReadBook {
  readonly active: string
  readonly sheets: readonly ReadSheet[]
}

/** Whether Python and its library openpyxl are installed. If not, says that tests are skipped. */
export const hasOpenpyxl: boolean = spawnSync('python3', ['-c', 'import openpyxl']).status === 0
if (!hasOpenpyxl)
  console.log('openpyxl is not installed (pip install openpyxl): tests that read Excel files are skipped.')

/** Reads workbooks with openpyxl, a reader that shares no code with ours. */
export function readXlsx(...books: readonly Uint8Array[]): ReadBook[] {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-xlsx-'))
  try {
    const paths = books.map((bytes, i) => {
      const path = join(folder, `${i}.xlsx`)
      writeFileSync(path, bytes)
      return path
    })
    const script = join(import.meta.dirname, 'read-xlsx.py')
    return JSON.parse(String(execFileSync('python3', [script, ...paths], { maxBuffer: 1 << 30 })))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
