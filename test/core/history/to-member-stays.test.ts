import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, FieldValue, IssueHistory } from '../../../src/core/history/model.ts'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { change, history, isMulti, shown, staysIn, value } from '../../support/notation.ts'
import { runs } from '../../support/sampling.ts'
import { FIELDS, isMultiField } from '../../support/tracker-world.ts'
import { histories } from '../../support/trackers.ts'

const members = (line: string) => shown(staysIn(history({ fixVersions: line }), 'fixVersions'))

const all = (names: string): FieldValue[] => (names === '' ? [] : names.split('+').map(value))

/**
 * Returns a history with changes that list only the removed and added values: `'+a@2'`, `'-a+b@5'`. Changes with the
 * same `#entry` were made together.
 */
function historyOf(lines: string, present: string | null, overrides: Partial<IssueHistory> = {}): IssueHistory {
  const changes = lines.split(' ').map((part, i): Change => {
    const [, removed = '', added = '', at, entry] = /^(?:-(\w+))?(?:\+(\w+))?@(-?\d+)(?:#(\d+))?$/.exec(part)!
    return change('labels', Number(at), all(removed), all(added), entry ?? String(i + 1))
  })
  const today = new Map([
    ['status', [value('Open')]] as const,
    ...(present === null ? [] : [['labels', all(present)] as const]),
  ])
  return history({ status: 'Open@0' }, { changes, present: today, ...overrides })
}

const labels = (one: IssueHistory) => shown(staysIn(one, 'labels'))
const repairs = (one: IssueHistory) => toStays(one, isMulti).repairs.map(({ kind, at }) => `${kind} ${at}`)

describe('stays of the members of a multi-valued field', () => {
  it('last from addition to removal, and may overlap', () => {
    expect(members('v1@0 v1+v2@2 v2@5')).toBe('v1 0..5, v2 2..')
  })

  it('have stays without a value in between while there is no member', () => {
    expect(members('-@0 v1@2 -@5 v2@9')).toBe('- 0..2, v1 2..5, - 5..9, v2 9..')
  })

  it('have no stay without a value when a member replaces the last one', () => {
    expect(members('v1@0 v2@4')).toBe('v1 0..4, v2 4..')
  })

  it('treat the items of one log entry as one change', () => {
    expect(labels(historyOf('-a@4#7 +b@4#7', 'b'))).toBe('a 0..4, b 4..')
  })

  it('have a stay without a value of length 0 between two log entries at the same instant', () => {
    expect(labels(historyOf('-a@4#7 +b@4#8', 'b'))).toBe('a 0..4, - 4..4, b 4..')
  })

  it('start at creation if their first change is a removal, or if they have no change', () => {
    expect(labels(historyOf('-a@4', 'b'))).toBe('a 0..4, b 0..')
  })

  it('are the same for complete lists and for lists of differences', () => {
    expect(labels(historyOf('+b@2 -a@5', 'b'))).toBe('a 0..5, b 2..')
    expect(members('a@0 a+b@2 b@5')).toBe('a 0..5, b 2..')
  })

  it('can have two visits', () => {
    const made = staysIn(historyOf('+a@2 -a@4 +a@6', 'a'), 'labels').filter(({ value }) => value?.id === 'a')
    expect(made.map(({ entered, visitNumber }) => [entered, visitNumber])).toEqual([
      [2, 1],
      [6, 2],
    ])
  })

  it('are repaired when a missing member is removed, or a present one added', () => {
    const removed = historyOf('+a@2 -a@4 -a@6', '')
    expect([labels(removed), repairs(removed)]).toEqual(['- 0..2, a 2..4, - 4..', ['from-mismatch 6']])
    const added = historyOf('+a@2 +a@4', 'a')
    expect([labels(added), repairs(added)]).toEqual(['- 0..2, a 2..', ['from-mismatch 4']])
  })

  it('match the present members from the last update on', () => {
    const one = historyOf('+a@2', 'b', { updated: 9 })
    // b has no change, so it existed at creation.
    expect([labels(one), repairs(one)]).toEqual(['b 0.., a 2..9', ['present-mismatch 9']])
    const other = historyOf('+a@2 +b@3 -b@4', 'b', { updated: 9 })
    expect([labels(other), repairs(other)]).toEqual(['- 0..2, a 2..9, b 3..4, b 9..', ['present-mismatch 9']])
  })

  it('follow the last change if the present members are unknown', () => {
    expect(labels(historyOf('+a@2', null))).toBe('- 0..2, a 2..')
  })

  it('cover the lifetime, and have no value only while there is no member', () => {
    const multi = FIELDS.filter(field => field.multi).map(({ id }) => id)
    fc.assert(
      fc.property(histories, fc.constantFrom(...multi), (one, field) => {
        const made = toStays(one, isMultiField).stays.filter(stay => stay.field === field)
        if (made.length === 0) return
        for (const { entered: at } of made) {
          const held = made.filter(({ entered, left }) => entered <= at && (left === null || left > at))
          expect(held.length).toBeGreaterThan(0)
          if (held.some(stay => stay.value === null)) expect(held).toHaveLength(1)
        }
        for (const { entered, left } of made) expect(left ?? entered).toBeGreaterThanOrEqual(entered)
      }),
      runs(200),
    )
  })
})
