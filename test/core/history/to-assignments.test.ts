import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { assignments, assignmentsText } from '../../support/notation.ts'
import { runs } from '../../support/sampling.ts'
import { isMultiField } from '../../support/tracker-world.ts'
import { histories } from '../../support/trackers.ts'

const RUNS = runs(200)
const cut = (status: string, assignee: string) => assignmentsText(assignments(status, assignee))

describe('assignments', () => {
  it('are the status stays, split where the assignee changes', () => {
    expect(cut('Open@0 Done@5', '-@0 ann@2 bob@7')).toBe('Open/- 0..2, Open/ann 2..5, Done/ann 5..7, Done/bob 7..')
  })

  it('have none between a handover and a transition at the same instant', () => {
    expect(cut('Open@0 Done@5', 'ann@0 bob@5')).toBe('Open/ann 0..5, Done/bob 5..')
  })

  it('give a stay of length 0 the assignee of its instant', () => {
    expect(cut('Open@0 Doing@5 Done@5', 'ann@0 bob@5')).toBe('Open/ann 0..5, Doing/bob 5..5, Done/bob 5..')
  })

  it('include one of length 0 for a user who handed over at once', () => {
    expect(cut('Open@0', 'ann@0 bob@4 ann@4')).toBe('Open/ann 0..4, Open/bob 4..4, Open/ann 4..')
  })

  it('pair all stays of length 0 that share an instant', () => {
    expect(cut('Open@0 Doing@5 Done@5', 'ann@0 bob@5 eve@5')).toBe(
      'Open/ann 0..5, Doing/bob 5..5, Doing/eve 5..5, Done/bob 5..5, Done/eve 5..',
    )
  })

  it('tile the lifetime in chronological order, and only the last is open', () => {
    fc.assert(
      fc.property(histories, issue => {
        const all = toStays(issue, isMultiField).assignments
        expect(all[0]!.entered).toBe(issue.created)
        expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1))
        expect(all.filter(({ left }) => left === null)).toEqual([all.at(-1)])
        for (const [i, assignment] of all.slice(1).entries()) expect(assignment.entered).toBe(all[i]!.left)
      }),
      RUNS,
    )
  })

  it('sum up to the length of each status stay', () => {
    fc.assert(
      fc.property(histories, issue => {
        const { stays, assignments: all } = toStays(issue, isMultiField)
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
