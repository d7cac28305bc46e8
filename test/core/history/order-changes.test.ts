import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, IssueHistory } from '../../../src/core/history/model.ts'
import { orderChanges } from '../../../src/core/history/order-changes.ts'
import { change, history, value } from '../../support/notation.ts'
import { runs } from '../../support/sampling.ts'

/** Returns a history with changes at the given instants, each in the given entry: `5#b`. */
function historyOf(line: string, overrides: Partial<IssueHistory> = {}): IssueHistory {
  const changes = line.split(' ').map((part): Change => {
    const [, at, entry] = /^(-?\d+)#(.*)$/.exec(part) as unknown as [string, string, string]
    return change('status', Number(at), [], [value(entry)], entry)
  })
  return history({ status: 'Open@0' }, { changes, ...overrides })
}

function ordered(line: string, overrides: Partial<IssueHistory> = {}) {
  const { changes, repairs } = orderChanges(historyOf(line, overrides))
  return {
    order: changes.map(({ at, entry }) => `${at}#${entry}`).join(' '),
    repairs: repairs.map(({ kind, at }) => `${kind} ${at}`),
  }
}

describe('changes in order', () => {
  it('are in chronological order', () => {
    expect(ordered('2#1 5#2 9#3')).toEqual({ order: '2#1 5#2 9#3', repairs: [] })
  })

  it('may be listed newest first', () => {
    expect(ordered('9#3 5#2 2#1')).toEqual({ order: '2#1 5#2 9#3', repairs: [] })
  })

  it('are repaired when the listing is neither oldest nor newest first', () => {
    expect(ordered('5#2 2#1 9#3')).toEqual({ order: '2#1 5#2 9#3', repairs: ['out-of-order 9'] })
  })

  it('at the same instant are ordered by numeric id', () => {
    expect(ordered('5#10 5#9 5#100').order).toBe('5#9 5#10 5#100')
  })

  it('at the same instant are ordered by ids of any length', () => {
    expect(ordered('5#90071992547409931 5#90071992547409930').order).toBe('5#90071992547409930 5#90071992547409931')
  })

  it('at the same instant are ordered by position if an id is not a number', () => {
    expect(ordered('5#b 5#a').order).toBe('5#b 5#a')
    expect(ordered('5##8 5##9 5##10 5##11').order).toBe('5##8 5##9 5##10 5##11')
    expect(ordered('9#c 5#b 5#10 5#9').order).toBe('5#9 5#10 5#b 9#c')
  })

  it('have a consistent order with any mix of ids', () => {
    const ids = fc.constantFrom('9', '10', '100', '#1', '#10', 'a', '1a')
    const listing = fc.uniqueArray(ids, { minLength: 1 })
    fc.assert(
      fc.property(listing, entries => {
        const line = entries.map(entry => `5#${entry}`).join(' ')
        expect(ordered(ordered(line).order).order).toBe(ordered(line).order)
      }),
      runs(100),
    )
  })

  it('dated before creation happen at creation, in their order', () => {
    expect(ordered('-3#9 -5#10 2#1')).toEqual({
      order: '0#10 0#9 2#1',
      repairs: ['out-of-order 2', 'before-created 0', 'before-created 0'],
    })
  })

  it('are reported as missing if the source says so', () => {
    expect(ordered('2#1', { truncated: true }).repairs).toEqual(['changes-left-out 0'])
  })

  it('do not modify the history', () => {
    const original = historyOf('5#2 2#1')
    orderChanges(original)
    expect(original.changes.map(({ entry }) => entry)).toEqual(['2', '1'])
  })
})
