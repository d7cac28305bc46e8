import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transitionCount, transitions } from '../../../src/core/measure/transition-count.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { change, history, statusStays, staysIn, value } from '../../support/notation.ts'
import { STATUSES } from '../../support/tracker-world.ts'
import { histories, importedStays, RUNS, windows } from './laws.ts'

const ALL = reportWindow(20, null, null)

describe('transition count', () => {
  it('counts how often an issue went directly from one status to another', () => {
    const stays = statusStays('Open@0 Done@2 Open@5 Done@9')
    expect(transitionCount(stays, ALL, 'Open', 'Done')).toBe(2)
    expect(transitionCount(stays, ALL, 'Done', 'Open')).toBe(1)
  })

  it('is empty without transitions; creation, and a path through a third status, do not count', () => {
    const stays = statusStays('Open@0 Doing@2 Done@5')
    expect(transitionCount(stays, ALL, 'Open', 'Done')).toBeNull()
    expect(transitions(stays, ALL)).toHaveLength(2)
  })

  it('follows the previous status, not the from of the log', () => {
    const issue = history(
      { status: 'Open@0' },
      {
        changes: [change('status', 0, [], [value('Open')]), change('status', 3, [value('Review')], [value('Done')])],
        present: new Map(),
      },
    )
    expect(transitions(staysIn(issue), ALL).map(({ from, to }) => `${from} -> ${to}`)).toEqual(['Open -> Done'])
  })

  it('counts the transitions in the window, including its start but not its end', () => {
    const stays = statusStays('Open@0 Done@2 Open@5 Done@9')
    expect(transitions(stays, reportWindow(20, 2, 9)).map(({ at }) => at)).toEqual([2, 5])
    expect(transitions(stays, reportWindow(9, null, null)).map(({ at }) => at)).toEqual([2, 5, 9])
  })

  it('sums up over all pairs to the stays that were entered in the window, except creation', () => {
    fc.assert(
      fc.property(histories, windows, (issue, window) => {
        const stays = importedStays(issue)
        const ids = STATUSES.map(({ id }) => id)
        const sum = ids
          .flatMap(from => ids.map(to => transitionCount(stays, window, from, to) ?? 0))
          .reduce((a, b) => a + b)
        const entered = stays
          .slice(1)
          .filter(stay => stay.entered <= window.last && stay.entered >= (window.start ?? stay.entered))
        expect(sum).toBe(entered.length)
      }),
      RUNS,
    )
  })
})
