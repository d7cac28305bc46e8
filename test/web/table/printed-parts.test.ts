import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnLayout } from '../../../src/web/table/grid-layout.ts'
import { printedColumns, printedLines } from '../../../src/web/table/print-table.tsx'
import { runs } from '../../support/sampling.ts'

const laid = (size: number, index: number) => ({ column: { id: String(index) }, index, start: 0, size }) as ColumnLayout

describe('a printed table', () => {
  it('continues below with its key columns when columns do not fit on paper', () => {
    const keys = [laid(300, 0)]
    const values = [laid(300, 1), laid(300, 2), laid(300, 3), laid(2000, 4)]
    expect(printedColumns(keys, values).map(part => part.map(({ index }) => index))).toEqual([
      [0, 1, 2],
      [0, 3],
      [0, 4],
    ])
    expect(printedColumns(keys, [])).toEqual([keys])
  })

  it('has each column once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 48, max: 1000 })), sizes => {
        const values = sizes.map((size, i) => laid(size, i + 1))
        expect(printedColumns([laid(200, 0)], values).flatMap(part => part.slice(1))).toEqual(values)
      }),
      runs(100),
    )
  })

  it('has at most 50,000 cells', () => {
    expect(printedLines(200, 9)).toBe(200)
    expect(printedLines(10_000, 200)).toBe(250)
  })
})
