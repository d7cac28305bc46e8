import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, IssueHistory } from '../../src/history/model.ts'
import type { Stay } from '../../src/history/stay.ts'
import { toStays } from '../../src/history/to-stays.ts'
import { naiveAssignments, naiveStays } from '../oracle/naive-stays.ts'
import { change, history, isMulti, shown, stays, staysIn, value } from '../support/notation.ts'
import { FIELDS, isMultiField, worldField } from '../support/tracker-world.ts'
import { histories } from '../support/trackers.ts'

const RUNS = { seed: 11, numRuns: 500 } as const

/** A history of status changes that need not fit together: `'Open>Done@2'`; `present` is what the issue holds today. */
function broken(line: string, present: string | null, mended: Partial<IssueHistory> = {}): IssueHistory {
  const changes = line.split(' ').map((part, i): Change => {
    const [from, to, at] = part.split(/[>@]/) as [string, string, string]
    return change('status', Number(at), [value(from)], [value(to)], String(i))
  })
  const today = new Map(present === null ? [] : [['status', [value(present)]] as const])
  return history({ status: 'Open@0' }, { changes, present: today, ...mended })
}

const repairsOf = (told: IssueHistory) => toStays(told, isMulti).repairs.map(({ kind, at }) => `${kind} ${at}`)

describe('stays of a field', () => {
  it('are the unbroken periods in which it held one value: a reopened issue stays in Open twice', () => {
    expect(stays('Open@0 Done@2 Open@5')).toBe('Open 0..2, Done 2..5, Open 5..')
  })

  it('are one open stay when nothing ever changed: the present value holds from creation', () => {
    expect(stays('Open@3')).toBe('Open 3..')
  })

  it('begin with the from of the first change', () => {
    expect(shown(staysIn(broken('Review>Done@2', 'Done')))).toBe('Review 0..2, Done 2..')
  })

  it('do not end at a change to the value already held', () => {
    expect(stays('Open@0 Open@2 Done@5')).toBe('Open 0..5, Done 5..')
  })

  it('have no length when two changes happen at once, in the order of their log entries', () => {
    expect(stays('Open@0 Doing@4 Done@4')).toBe('Open 0..4, Doing 4..4, Done 4..')
  })

  it('are of no value while the field held none', () => {
    expect(shown(staysIn(history({ status: 'Open@0', assignee: '-@0 ann@2 -@5' }), 'assignee'))).toBe(
      '- 0..2, ann 2..5, - 5..',
    )
  })

  it('are of no value from creation for an assignee that nobody ever was', () => {
    expect(shown(staysIn(history({ status: 'Open@0' }), 'assignee'))).toBe('- 0..')
  })

  it('are not made of a field that never held a value, status and assignee apart', () => {
    expect(staysIn(history({ status: 'Open@0', priority: '-@0' }), 'priority')).toEqual([])
  })

  it('are numbered in order of time, and by visit of their value', () => {
    const made = staysIn(history({ status: 'Open@0 Done@2 Open@5' }))
    expect(made.map(({ seq, visitNumber, from }) => [seq, visitNumber, from?.id ?? null])).toEqual([
      [1, 1, null],
      [2, 1, 'Open'],
      [3, 2, 'Done'],
    ])
  })

  it('tell who began them: the creator the first', () => {
    const changes = [{ ...change('status', 2, [value('Open')], [value('Done')]), author: 'ann' }]
    const told = history({ status: 'Open@0 Done@2' }, { changes, creator: 'bob' })
    expect(staysIn(told).map(({ actor }) => actor)).toEqual(['bob', 'ann'])
  })

  it('tell values apart by id: statuses of one name are two', () => {
    const [one, other] = [
      { id: '5', label: 'Done' },
      { id: '7', label: 'Done' },
    ]
    const told = history(
      { status: 'Open@0' },
      { changes: [change('status', 4, [one], [other])], present: new Map([['status', [other]]]) },
    )
    expect(staysIn(told).map(({ value }) => value!.id)).toEqual(['5', '7'])
  })
})

describe('a broken history', () => {
  it('is trusted for to over from', () => {
    const told = broken('Open>Doing@2 Review>Done@5', 'Done')
    expect(shown(staysIn(told))).toBe('Open 0..2, Doing 2..5, Done 5..')
    expect(repairsOf(told)).toEqual(['from-mismatch 5'])
    expect(staysIn(told).at(-1)!.from!.id).toBe('Doing')
  })

  it('is put in order of time', () => {
    const told = broken('Open>Doing@2 Done>Review@9 Doing>Done@5', 'Review')
    expect(shown(staysIn(told))).toBe('Open 0..2, Doing 2..5, Done 5..9, Review 9..')
    expect(repairsOf(told)).toEqual(['out-of-order 5'])
  })

  it('has changes dated before creation happen at creation', () => {
    const told = broken('Open>Doing@-5 Doing>Done@3', 'Done')
    expect(shown(staysIn(told))).toBe('Open 0..0, Doing 0..3, Done 3..')
    expect(repairsOf(told)).toEqual(['before-created 0'])
  })

  it('ends with a stay of the present value from the last update, when its last to is another', () => {
    const told = broken('Open>Doing@2', 'Done', { updated: 7 })
    expect(shown(staysIn(told))).toBe('Open 0..2, Doing 2..7, Done 7..')
    expect(repairsOf(told)).toEqual(['present-mismatch 7'])
  })

  it('begins that stay at the last change when the update is told earlier', () => {
    expect(shown(staysIn(broken('Open>Doing@9', 'Done', { updated: 7 })))).toBe('Open 0..9, Doing 9..9, Done 9..')
  })

  it('is believed to its last change when the present value is not known', () => {
    const told = broken('Open>Doing@2', null)
    expect(shown(staysIn(told))).toBe('Open 0..2, Doing 2..')
    expect(repairsOf(told)).toEqual([])
  })

  it('is counted as repaired when the source left changes out', () => {
    expect(repairsOf(history({ status: 'Open@0 Done@2' }, { truncated: true }))).toEqual(['changes-left-out 0'])
  })

  it('is not counted as repaired when it is whole', () => {
    expect(repairsOf(history({ status: 'Open@0 Done@2 Open@5', assignee: '-@0 ann@2' }))).toEqual([])
  })
})

const single = FIELDS.filter(({ multi }) => !multi).map(({ id }) => id)
const made = (told: IssueHistory, field: string) =>
  toStays(told, isMultiField).stays.filter(stay => stay.field === field)
const bare = (all: readonly Stay[]) =>
  all.map(({ value, entered, left }) => ({ value: value?.id ?? null, entered, left }))

describe('laws of stays', () => {
  it('the stays of a single-valued field tile the life: no gap, no overlap, none negative, only the last open', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...single), (told, field) => {
        const all = made(told, field)
        if (all.length === 0) return
        expect(all[0]!.entered).toBe(told.created)
        expect(all.at(-1)!.left).toBeNull()
        for (const [i, stay] of all.slice(1).entries()) {
          expect(all[i]!.left).toBe(stay.entered)
          expect(stay.entered).toBeGreaterThanOrEqual(all[i]!.entered)
          expect(stay.value?.id).not.toBe(all[i]!.value?.id)
        }
      }),
      RUNS,
    )
  })

  it('the last stays hold the present value', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...FIELDS.map(({ id }) => id)), (told, field) => {
        const present = told.present.get(field)
        const all = made(told, field)
        if (!present || all.length === 0) return
        const held = all.filter(({ left }) => left === null).flatMap(({ value }) => value?.id ?? [])
        expect(held.toSorted()).toEqual(present.map(({ id }) => id).toSorted())
      }),
      RUNS,
    )
  })

  it('the order of the listing changes nothing but whether it was out of order', () => {
    fc.assert(
      fc.property(
        histories.chain(told => fc.tuple(fc.constant(told), shuffledEntries(told.changes))),
        ([told, changes]) => {
          const [one, other] = [told, { ...told, changes }].map(each => toStays(each, isMultiField))
          expect(other!.stays.map(sortKey).toSorted()).toEqual(one!.stays.map(sortKey).toSorted())
          expect(other!.assignments).toEqual(one!.assignments)
          const others = (all: typeof one) =>
            all!.repairs
              .filter(({ kind }) => kind !== 'out-of-order')
              .map(sortKey)
              .toSorted()
          expect(others(other)).toEqual(others(one))
        },
      ),
      RUNS,
    )
  })

  it('a history told twice gives the same stays', () => {
    fc.assert(
      fc.property(histories, told => {
        expect(toStays(told, isMultiField)).toEqual(toStays(structuredClone(told), isMultiField))
      }),
      RUNS,
    )
  })

  it('another way of reading the same changes finds the same stays and holders', () => {
    fc.assert(
      fc.property(histories, told => {
        for (const { id } of FIELDS) {
          const all = made(told, id)
          if (all.length > 0) expect(bare(all)).toEqual(bare(inOrder(naiveStays(told, id, worldField(id).multi))))
        }
        const { assignments } = toStays(told, isMultiField)
        expect(assignments).toEqual(
          naiveAssignments(naiveStays(told, 'status', false), naiveStays(told, 'assignee', false)),
        )
      }),
      RUNS,
    )
  })
})

const sortKey = (thing: unknown) => JSON.stringify(thing)

/** The stays of a multi-valued field have no order of their own beside that of their moments. */
function inOrder(all: readonly Stay[]): Stay[] {
  return all.toSorted((a, b) => a.entered - b.entered || (a.left ?? Infinity) - (b.left ?? Infinity))
}

/** The log entries in any order; the changes of one entry stay together and in order. */
function shuffledEntries(changes: readonly Change[]): fc.Arbitrary<Change[]> {
  const entries = new Map<string, Change[]>()
  for (const one of changes) entries.set(one.entry, [...(entries.get(one.entry) ?? []), one])
  const all = [...entries.values()]
  return fc.shuffledSubarray(all, { minLength: all.length }).map(some => some.flat())
}
