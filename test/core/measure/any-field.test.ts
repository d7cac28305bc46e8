import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFieldCount, anyFieldDuration, fieldStays } from '../../../src/core/measure/any-field.ts'
import { clipToWindow, totalLength } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { statusDuration } from '../../../src/core/measure/status-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { history, staysIn } from '../../support/notation.ts'
import { FIELDS, STATUSES } from '../../support/tracker-world.ts'
import { histories, importedStays, RUNS, windows } from './laws.ts'

const ALL = reportWindow(20, null, null)

describe('any field', () => {
  it('is the time with a value, and the number of its stays', () => {
    // Low 0..4 and 9..20, High 4..9.
    const stays = clipToWindow(staysIn(history({ priority: 'Low@0 High@4 Low@9' }), 'priority'), ALL)
    expect([anyFieldDuration(stays, 'Low', allHours), anyFieldCount(stays, 'Low')]).toEqual([15, 2])
    expect([anyFieldDuration(stays, 'High', allHours), anyFieldCount(stays, 'High')]).toEqual([5, 1])
    expect([anyFieldDuration(stays, 'None', allHours), anyFieldCount(stays, 'None')]).toEqual([null, null])
  })

  it('counts time without a value separately', () => {
    const stays = clipToWindow(staysIn(history({ priority: '-@0 High@4 -@9' }), 'priority'), ALL)
    expect([anyFieldDuration(stays, null, allHours), anyFieldCount(stays, null)]).toEqual([15, 2])
  })

  it('counts each member of a multi-valued field from addition to removal', () => {
    // v1 2..9, v2 5..20, none 0..2: 7 + 15 + 2 is more than the 20 that elapsed.
    const stays = clipToWindow(staysIn(history({ fixVersions: '-@0 v1@2 v1+v2@5 v2@9' }), 'fixVersions'), ALL)
    expect(['v1', 'v2', null].map(id => anyFieldDuration(stays, id, allHours))).toEqual([7, 15, 2])
  })

  it('treats a field without any value as one stay without a value from creation', () => {
    const stays = fieldStays(staysIn(history({ status: 'Open@3' })), 'priority', 3)
    const clipped = clipToWindow(stays, ALL)
    expect([anyFieldDuration(clipped, null, allHours), anyFieldCount(clipped, null)]).toEqual([17, 1])
  })

  it('equals the status reports for the status', () => {
    fc.assert(
      fc.property(histories, windows, (issue, window) => {
        const stays = clipToWindow(importedStays(issue), window)
        for (const { id } of STATUSES) {
          expect(anyFieldDuration(stays, id, allHours)).toBe(statusDuration(stays, [id], 'total', allHours))
        }
      }),
      RUNS,
    )
  })

  it('sums up, with no value, to the time in the window for a single-valued field', () => {
    fc.assert(
      fc.property(
        histories,
        windows,
        fc.constantFrom(...FIELDS.filter(({ multi }) => !multi)),
        (issue, window, field) => {
          const made = fieldStays(importedStays(issue, field.id), field.id, issue.created)
          const stays = clipToWindow(made, window)
          const sum = [...field.values.map(({ id }) => id), null].reduce(
            (all, id) => all + (anyFieldDuration(stays, id, allHours) ?? 0),
            0,
          )
          expect(sum).toBe(totalLength(clipToWindow(importedStays(issue), window), allHours) ?? 0)
        },
      ),
      RUNS,
    )
  })
})
