import { describe, expect, it } from 'vitest'
import { isOpened, isOpenedCell, openedPart } from '../../../src/web/table/opened-row.ts'
import type { ShownRow } from '../../../src/web/table/table-model.ts'

const row = (index: number, issueKey: string | null): ShownRow => ({
  index,
  issueKey,
  issueCount: null,
  texts: new Map(),
  cells: new Map(),
})

const rowOf = (group: string) => (group === '["Bug"]' ? 4 : -1)
const ISSUE = openedPart({ kind: 'issue', issueKey: 'A-1' }, rowOf)
const CELL = openedPart({ kind: 'cell', issueKey: 'A-1', column: '3', group: null }, rowOf)

describe('what the drawer shows', () => {
  it('highlights the row of its issue', () => {
    expect(isOpened(ISSUE, row(4, 'A-1'))).toBe(true)
    expect(isOpened(CELL, row(4, 'A-1'))).toBe(true)
    expect(isOpened(ISSUE, row(4, 'A-2'))).toBe(false)
    expect(isOpened(ISSUE, row(4, null))).toBe(false)
    expect(isOpened(openedPart(null, rowOf), row(4, 'A-1'))).toBe(false)
  })

  it('highlights the row of its group, and no issue', () => {
    const group = openedPart({ kind: 'row', group: '["Bug"]' }, rowOf)
    const part = openedPart({ kind: 'cell', issueKey: 'A-1', column: '3', group: '["Bug"]' }, rowOf)
    const other = openedPart({ kind: 'row', group: '["Task"]' }, rowOf)
    const all = [row(4, null), row(3, null), row(4, 'A-1')]
    expect(all.map(one => isOpened(group, one))).toEqual([true, false, false])
    expect(all.map(one => isOpened(part, one))).toEqual([true, false, false])
    expect(all.map(one => isOpened(other, one))).toEqual([false, false, false])
  })

  it('highlights one cell', () => {
    expect(isOpenedCell(CELL, row(0, 'A-1'), '3')).toBe(true)
    expect(isOpenedCell(CELL, row(0, 'A-1'), '4')).toBe(false)
    expect(isOpenedCell(CELL, row(0, 'A-2'), '3')).toBe(false)
    expect(isOpenedCell(ISSUE, row(0, 'A-1'), '3')).toBe(false)
  })
})
