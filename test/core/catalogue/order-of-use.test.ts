import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EntryOrder, orderOfUse } from '../../../src/core/catalogue/order-of-use.ts'
import { runs } from '../../support/sampling.ts'

/** Returns entries from texts such as `NEW ASSIGNED RESOLVED * 5`: five issues that entered the statuses in this order. */
function entriesOf(...paths: readonly string[]): EntryOrder[] {
  return paths.flatMap(path => {
    const [, names = '', count = '1'] = /^(.*?)(?: \* (\d+))?$/.exec(path) ?? []
    const statuses = names.split(' ')
    return statuses.flatMap((earlier, i) =>
      statuses.slice(i + 1).map(later => ({ earlier, later, issues: Number(count) })),
    )
  })
}

const ordered = (ids: string, ...paths: readonly string[]) =>
  orderOfUse(ids.split(' ').sort(), entriesOf(...paths)).join(' ')

describe('the order of statuses by their use', () => {
  it('is that of a workflow, whose names sort otherwise', () => {
    const paths = [
      'NEW ASSIGNED RESOLVED VERIFIED CLOSED * 40',
      'UNCONFIRMED NEW RESOLVED * 10',
      'NEW RESOLVED REOPENED CLOSED * 8',
      'NEW ASSIGNED RESOLVED REOPENED VERIFIED * 5',
      'NEW REOPENED RESOLVED * 1',
    ]
    expect(ordered('ASSIGNED CLOSED NEW REOPENED RESOLVED UNCONFIRMED VERIFIED', ...paths)).toBe(
      'UNCONFIRMED NEW ASSIGNED RESOLVED REOPENED VERIFIED CLOSED',
    )
  })

  it('is that of most issues, when some go the other way', () => {
    expect(ordered('doing open', 'open doing * 3', 'doing open * 2')).toBe('open doing')
  })

  it('joins workflows: those that issues enter early come first', () => {
    expect(ordered('a b c d x y', 'a b c d * 9', 'x y * 9')).toBe('a x b c d y')
  })

  it('breaks a circle where the fewest issues go', () => {
    expect(ordered('a b c', 'a b * 9', 'b c * 9', 'c a * 1')).toBe('a b c')
  })

  it('puts statuses that no issue entered with others last, by id', () => {
    expect(ordered('alone other z', 'z other')).toBe('z other alone')
    expect(ordered('c a b')).toBe('a b c')
  })

  it('has each status once, and does not depend on the order of the entries', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const entry = fc.record({ earlier: id, later: id, issues: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.array(entry), (ids, entries) => {
        const result = orderOfUse(ids.toSorted(), entries)
        expect(result.toSorted()).toEqual(ids.toSorted())
        expect(orderOfUse(ids.toSorted(), entries.toReversed())).toEqual(result)
      }),
      runs(200),
    )
  })
})
