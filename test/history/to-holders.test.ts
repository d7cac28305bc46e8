import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../src/history/to-stays.ts'
import { assignments, shownHolders } from '../support/notation.ts'
import { isMultiField } from '../support/tracker-world.ts'
import { histories } from '../support/trackers.ts'

const RUNS = { seed: 11, numRuns: 500 } as const
const cut = (status: string, assignee: string) => shownHolders(assignments(status, assignee))

describe('holders', () => {
  it('are the status stays cut where the assignee changed', () => {
    expect(cut('Open@0 Done@5', '-@0 ann@2 bob@7')).toBe('Open/- 0..2, Open/ann 2..5, Done/ann 5..7, Done/bob 7..')
  })

  it('leave nothing between a hand-over and a transition made at once', () => {
    expect(cut('Open@0 Done@5', 'ann@0 bob@5')).toBe('Open/ann 0..5, Done/bob 5..')
  })

  it('give a stay of no length the assignee of its moment', () => {
    expect(cut('Open@0 Doing@5 Done@5', 'ann@0 bob@5')).toBe('Open/ann 0..5, Doing/bob 5..5, Done/bob 5..')
  })

  it('give a user who handed on at once a holder of no length', () => {
    expect(cut('Open@0', 'ann@0 bob@4 ann@4')).toBe('Open/ann 0..4, Open/bob 4..4, Open/ann 4..')
  })

  it('pair all that had a moment in common when several stays have no length', () => {
    expect(cut('Open@0 Doing@5 Done@5', 'ann@0 bob@5 eve@5')).toBe(
      'Open/ann 0..5, Doing/bob 5..5, Doing/eve 5..5, Done/bob 5..5, Done/eve 5..',
    )
  })

  it('tile the life in order of time, and only the last is open', () => {
    fc.assert(
      fc.property(histories, told => {
        const all = toStays(told, isMultiField).assignments
        expect(all[0]!.entered).toBe(told.created)
        expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1))
        expect(all.filter(({ left }) => left === null)).toEqual([all.at(-1)])
        for (const [i, assignment] of all.slice(1).entries()) expect(assignment.entered).toBe(all[i]!.left)
      }),
      RUNS,
    )
  })

  it('add up in each status stay to its length', () => {
    fc.assert(
      fc.property(histories, told => {
        const { stays, assignments: all } = toStays(told, isMultiField)
        const end = 1e15
        const perStatus = (periods: readonly { key: string; entered: number; left: number | null }[]) => {
          const sums = new Map<string, number>()
          for (const { key, entered, left } of periods) sums.set(key, (sums.get(key) ?? 0) + (left ?? end) - entered)
          return Object.fromEntries([...sums].toSorted())
        }
        const statuses = stays.filter(({ field }) => field === 'status')
        expect(perStatus(all.map(assignment => ({ ...assignment, key: assignment.status })))).toEqual(
          perStatus(statuses.map(stay => ({ ...stay, key: stay.value!.id }))),
        )
      }),
      RUNS,
    )
  })
})
