import { describe, expect, it } from 'vitest'
import {
  type ChosenColumn,
  combineColumns,
  moveItem,
  readColumns,
  removeFromColumns,
  renameColumn,
  splitColumn,
  writeColumns,
} from '../../../src/web/builder/status-columns.ts'

const names: Readonly<Record<string, string>> = { 1: 'Open', 3: 'In Progress', 10: 'Review' }
const nameOf = (id: string) => names[id] ?? id
const std = (id: string): ChosenColumn => ({ type: 'std', id })
const cons = (name: string, ...statuses: string[]): ChosenColumn => ({ type: 'cons', name, statuses })

describe('status columns', () => {
  it('are comma-separated ids if no statuses are combined', () => {
    expect(readColumns(' 3, 1,,10 ')).toEqual([std('3'), std('1'), std('10')])
    expect(writeColumns([std('3'), std('1')])).toBe('3,1')
  })

  it('are JSON if statuses are combined, and survive a round trip', () => {
    const columns = [std('1'), cons('Work', '3', '10')]
    expect(writeColumns(columns)).toBe('[{"type":"std","id":"1"},{"type":"cons","name":"Work","statuses":["3","10"]}]')
    expect(readColumns(writeColumns(columns)!)).toEqual(columns)
  })

  it('are absent for all statuses', () => {
    expect(writeColumns([])).toBeNull()
    expect(readColumns(undefined)).toEqual([])
  })

  it('skip invalid elements, which the server reports', () => {
    expect(readColumns('[{"type":"std","id":"1"},{"type":"other"},null,{"type":"cons","name":"A"}]')).toEqual([
      std('1'),
    ])
    expect(readColumns('[{')).toEqual([])
  })

  it('keep the order of the others when one moves', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  })

  it('are combined by dropping, with both names', () => {
    expect(combineColumns([std('1'), std('3'), std('10')], 2, 1, nameOf)).toEqual([
      std('1'),
      cons('In Progress + Review', '3', '10'),
    ])
  })

  it('keep the name of a combined column in both directions', () => {
    expect(combineColumns([cons('Work', '3'), std('1')], 1, 0, nameOf)).toEqual([cons('Work', '3', '1')])
    expect(combineColumns([cons('Work', '3'), std('1')], 0, 1, nameOf)).toEqual([cons('Work', '1', '3')])
  })

  it('never have duplicate names', () => {
    const columns = [cons('open + in progress', '10'), std('1'), std('3')]
    expect(combineColumns(columns, 2, 1, nameOf)[1]).toEqual(cons('Open + In Progress 2', '1', '3'))
  })

  it('become single statuses when one is left', () => {
    const columns = [cons('Work', '3', '10', '1')]
    expect(removeFromColumns(columns, 0, '10')).toEqual([cons('Work', '3', '1')])
    expect(removeFromColumns(removeFromColumns(columns, 0, '10'), 0, '3')).toEqual([std('1')])
    expect(removeFromColumns([std('1'), std('3')], 0)).toEqual([std('3')])
  })

  it('are split in place, without duplicates', () => {
    expect(splitColumn([std('1'), cons('Work', '3', '1', '10')], 1)).toEqual([std('1'), std('3'), std('10')])
  })

  it('are renamed unless the name is empty or in use', () => {
    const columns = [cons('Work', '3', '10'), cons('Rest', '1')]
    expect(renameColumn(columns, 0, ' Doing ')[0]).toEqual(cons('Doing', '3', '10'))
    expect(renameColumn(columns, 0, ' ')).toEqual(columns)
    expect(renameColumn(columns, 0, 'REST')).toEqual(columns)
    expect(renameColumn(columns, 0, 'WORK')[0]).toEqual(cons('WORK', '3', '10'))
  })
})
