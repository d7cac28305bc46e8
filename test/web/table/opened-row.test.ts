import { describe, expect, it } from 'vitest'
import { isOpened, isOpenedCell } from '../../../src/web/table/opened-row.ts'
import type { TableRow } from '../../../src/web/table/table-model.ts'

const row = (index: number, issueKey: string | null): TableRow => ({
  index,
  issueKey,
  issueCount: null,
  texts: new Map(),
  cells: new Map(),
})

describe('what the drawer shows', () => {
  it('highlights the row of its issue', () => {
    expect(isOpened({ kind: 'issue', issueKey: 'A-1' }, row(4, 'A-1'))).toBe(true)
    expect(isOpened({ kind: 'cell', issueKey: 'A-1', column: '3', row: null }, row(4, 'A-1'))).toBe(true)
    expect(isOpened({ kind: 'issue', issueKey: 'A-1' }, row(4, 'A-2'))).toBe(false)
    expect(isOpened(null, row(4, 'A-1'))).toBe(false)
  })

  it('highlights a group row by index, but no issue by index', () => {
    expect(isOpened({ kind: 'row', index: 4 }, row(4, null))).toBe(true)
    expect(isOpened({ kind: 'row', index: 3 }, row(4, null))).toBe(false)
    expect(isOpened({ kind: 'row', index: 4 }, row(4, 'A-1'))).toBe(false)
    const part = { kind: 'cell', issueKey: 'A-1', column: '3', row: 4 } as const
    expect([isOpened(part, row(4, null)), isOpened(part, row(3, null))]).toEqual([true, false])
  })

  it('highlights one cell', () => {
    const opened = { kind: 'cell', issueKey: 'A-1', column: '3', row: null } as const
    expect(isOpenedCell(opened, row(0, 'A-1'), '3')).toBe(true)
    expect(isOpenedCell(opened, row(0, 'A-1'), '4')).toBe(false)
    expect(isOpenedCell(opened, row(0, 'A-2'), '3')).toBe(false)
    expect(isOpenedCell({ kind: 'issue', issueKey: 'A-1' }, row(0, 'A-1'), '3')).toBe(false)
  })
})
