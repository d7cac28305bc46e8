import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, FieldValue, IssueHistory } from '../../src/history/model.ts'
import { toStays } from '../../src/history/to-stays.ts'
import { change, history, isMulti, shown, staysIn, value } from '../support/notation.ts'
import { FIELDS, isMultiField } from '../support/tracker-world.ts'
import { histories } from '../support/trackers.ts'

const members = (line: string) => shown(staysIn(history({ fixVersions: line }), 'fixVersions'))

const all = (names: string): FieldValue[] => (names === '' ? [] : names.split('+').map(value))

/** Changes that tell only what was removed and added: `'+a@2'`, `'-a+b@5'`; those of one `#entry` were made at once. */
function told(lines: string, present: string | null, mended: Partial<IssueHistory> = {}): IssueHistory {
  const changes = lines.split(' ').map((part, i): Change => {
    const [, removed = '', added = '', at, entry] = /^(?:-(\w+))?(?:\+(\w+))?@(-?\d+)(?:#(\d+))?$/.exec(part)!
    return change('labels', Number(at), all(removed), all(added), entry ?? String(i + 1))
  })
  const today = new Map([
    ['status', [value('Open')]] as const,
    ...(present === null ? [] : [['labels', all(present)] as const]),
  ])
  return history({ status: 'Open@0' }, { changes, present: today, ...mended })
}

const labels = (one: IssueHistory) => shown(staysIn(one, 'labels'))
const repairs = (one: IssueHistory) => toStays(one, isMulti).repairs.map(({ kind, at }) => `${kind} ${at}`)

describe('stays of the members of a multi-valued field', () => {
  it('last each from when it was added until it was removed, and may overlap', () => {
    expect(members('v1@0 v1+v2@2 v2@5')).toBe('v1 0..5, v2 2..')
  })

  it('have stays of no value between them while there is no member', () => {
    expect(members('-@0 v1@2 -@5 v2@9')).toBe('- 0..2, v1 2..5, - 5..9, v2 9..')
  })

  it('have no stay of no value when one member takes the place of the last at once', () => {
    expect(members('v1@0 v2@4')).toBe('v1 0..4, v2 4..')
  })

  it('take the items of one log entry for one change', () => {
    expect(labels(told('-a@4#7 +b@4#7', 'b'))).toBe('a 0..4, b 4..')
  })

  it('have a stay of no value of no length between two log entries at one moment', () => {
    expect(labels(told('-a@4#7 +b@4#8', 'b'))).toBe('a 0..4, - 4..4, b 4..')
  })

  it('were there at creation when their first change takes them away, and when no change names them', () => {
    expect(labels(told('-a@4', 'b'))).toBe('a 0..4, b 0..')
  })

  it('are told by whole lists or by what was removed and added, to the same effect', () => {
    expect(labels(told('+b@2 -a@5', 'b'))).toBe('a 0..5, b 2..')
    expect(members('a@0 a+b@2 b@5')).toBe('a 0..5, b 2..')
  })

  it('can be visited twice', () => {
    const made = staysIn(told('+a@2 -a@4 +a@6', 'a'), 'labels').filter(({ value }) => value?.id === 'a')
    expect(made.map(({ entered, visitNumber }) => [entered, visitNumber])).toEqual([
      [2, 1],
      [6, 2],
    ])
  })

  it('are repaired when a member is removed that is not there, or added that is', () => {
    const removed = told('+a@2 -a@4 -a@6', '')
    expect([labels(removed), repairs(removed)]).toEqual(['- 0..2, a 2..4, - 4..', ['from-mismatch 6']])
    const added = told('+a@2 +a@4', 'a')
    expect([labels(added), repairs(added)]).toEqual(['- 0..2, a 2..', ['from-mismatch 4']])
  })

  it('end as the present members say, from the last update on', () => {
    const one = told('+a@2', 'b', { updated: 9 })
    // b is named by no change, so it was there at creation.
    expect([labels(one), repairs(one)]).toEqual(['b 0.., a 2..9', ['present-mismatch 9']])
    const other = told('+a@2 +b@3 -b@4', 'b', { updated: 9 })
    expect([labels(other), repairs(other)]).toEqual(['- 0..2, a 2..9, b 3..4, b 9..', ['present-mismatch 9']])
  })

  it('are believed to their last change when the present ones are not known', () => {
    expect(labels(told('+a@2', null))).toBe('- 0..2, a 2..')
  })

  it('leave no moment of the life without a member or a stay of no value, and hold no value only alone', () => {
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
      { seed: 11, numRuns: 500 },
    )
  })
})
