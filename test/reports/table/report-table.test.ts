import { describe, expect, it } from 'vitest'
import { cellsByColumn, type TableRow } from '../../../src/reports/table/report-table.ts'

const cell = (index: number, value: bigint) => ({ index, value: { numerator: value, denominator: 1n } })
const rowOf = (...cells: TableRow['cells']): TableRow => ({
  header: [],
  groups: [],
  fields: [],
  cells,
  current: [],
  issueCount: 1,
})

describe('the cells of a row by column', () => {
  it('are shared by columns with the same values', () => {
    const find = cellsByColumn({ cellIndexes: [0, 1, 0] })(rowOf(cell(0, 7n)))
    expect([0, 1, 2].map(column => find(column)?.value.numerator)).toEqual([7n, undefined, 7n])
  })

  it('do not keep the cells of the previous row', () => {
    const cellsOf = cellsByColumn({ cellIndexes: [0, 1] })
    cellsOf(rowOf(cell(0, 1n), cell(1, 2n)))
    const find = cellsOf(rowOf(cell(1, 3n)))
    expect([0, 1].map(column => find(column)?.value.numerator)).toEqual([undefined, 3n])
  })
})
