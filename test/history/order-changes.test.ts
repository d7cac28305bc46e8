import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, IssueHistory } from '../../src/history/model.ts'
import { orderChanges } from '../../src/history/order-changes.ts'
import { change, history, value } from '../support/notation.ts'

/** A history with changes at the moments given, each in an entry of the name given: `5#b`. */
function told(line: string, mended: Partial<IssueHistory> = {}): IssueHistory {
  const changes = line.split(' ').map((part): Change => {
    const [, at, entry] = /^(-?\d+)#(.*)$/.exec(part) as unknown as [string, string, string]
    return change('status', Number(at), [], [value(entry)], entry)
  })
  return history({ status: 'Open@0' }, { changes, ...mended })
}

function ordered(line: string, mended: Partial<IssueHistory> = {}) {
  const { changes, repairs } = orderChanges(told(line, mended))
  return {
    order: changes.map(({ at, entry }) => `${at}#${entry}`).join(' '),
    repairs: repairs.map(({ kind, at }) => `${kind} ${at}`),
  }
}

describe('changes in order', () => {
  it('are in order of time', () => {
    expect(ordered('2#1 5#2 9#3')).toEqual({ order: '2#1 5#2 9#3', repairs: [] })
  })

  it('may be listed newest first, as many trackers do', () => {
    expect(ordered('9#3 5#2 2#1')).toEqual({ order: '2#1 5#2 9#3', repairs: [] })
  })

  it('are repaired when the listing is neither oldest nor newest first', () => {
    expect(ordered('5#2 2#1 9#3')).toEqual({ order: '2#1 5#2 9#3', repairs: ['out-of-order 9'] })
  })

  it('break ties of time by the number of the change, not by its digits', () => {
    expect(ordered('5#10 5#9 5#100').order).toBe('5#9 5#10 5#100')
  })

  it('break ties by numbers of any size', () => {
    expect(ordered('5#90071992547409931 5#90071992547409930').order).toBe('5#90071992547409930 5#90071992547409931')
  })

  it('break ties by the place in the log where an id is no number', () => {
    expect(ordered('5#b 5#a').order).toBe('5#b 5#a')
    expect(ordered('5##8 5##9 5##10 5##11').order).toBe('5##8 5##9 5##10 5##11')
    expect(ordered('9#c 5#b 5#10 5#9').order).toBe('5#9 5#10 5#b 9#c')
  })

  it('are in one order, whatever ids are mixed', () => {
    const ids = fc.constantFrom('9', '10', '100', '#1', '#10', 'a', '1a')
    const listing = fc.uniqueArray(ids, { minLength: 1 })
    fc.assert(
      fc.property(listing, entries => {
        const line = entries.map(entry => `5#${entry}`).join(' ')
        expect(ordered(ordered(line).order).order).toBe(ordered(line).order)
      }),
    )
  })

  it('happen at creation when they are dated before it, and still one after another', () => {
    expect(ordered('-3#9 -5#10 2#1')).toEqual({
      order: '0#10 0#9 2#1',
      repairs: ['out-of-order 2', 'before-created 0', 'before-created 0'],
    })
  })

  it('are noted as left out when the source says so', () => {
    expect(ordered('2#1', { truncated: true }).repairs).toEqual(['changes-left-out 0'])
  })

  it('leave the history as it was told', () => {
    const original = told('5#2 2#1')
    orderChanges(original)
    expect(original.changes.map(({ entry }) => entry)).toEqual(['2', '1'])
  })
})
