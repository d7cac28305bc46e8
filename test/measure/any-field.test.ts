import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFieldCount, anyFieldDuration, fieldStays } from '../../src/measure/any-field.ts'
import { clipToWindow, totalLength } from '../../src/measure/clip-to-window.ts'
import { allHours } from '../../src/measure/clock.ts'
import { statusDuration } from '../../src/measure/status-duration.ts'
import { reportWindow } from '../../src/measure/window.ts'
import { history, staysIn } from '../support/notation.ts'
import { FIELDS, STATUSES } from '../support/tracker-world.ts'
import { histories, madeStays, RUNS, windows } from './laws.ts'

const ALL = reportWindow(20, null, null)

describe('any field', () => {
  it('is the time the field held the value, and how often it came to it', () => {
    // Low 0..4 and 9..20, High 4..9.
    const stays = clipToWindow(staysIn(history({ priority: 'Low@0 High@4 Low@9' }), 'priority'), ALL)
    expect([anyFieldDuration(stays, 'Low', allHours), anyFieldCount(stays, 'Low')]).toEqual([15, 2])
    expect([anyFieldDuration(stays, 'High', allHours), anyFieldCount(stays, 'High')]).toEqual([5, 1])
    expect([anyFieldDuration(stays, 'None', allHours), anyFieldCount(stays, 'None')]).toEqual([null, null])
  })

  it('counts time without a value apart', () => {
    const stays = clipToWindow(staysIn(history({ priority: '-@0 High@4 -@9' }), 'priority'), ALL)
    expect([anyFieldDuration(stays, null, allHours), anyFieldCount(stays, null)]).toEqual([15, 2])
  })

  it('counts the members of a multi-valued field each from when it was added until it was removed', () => {
    // v1 2..9, v2 5..20, none 0..2: 7 + 15 + 2 is more than the 20 that passed.
    const stays = clipToWindow(staysIn(history({ fixVersions: '-@0 v1@2 v1+v2@5 v2@9' }), 'fixVersions'), ALL)
    expect(['v1', 'v2', null].map(id => anyFieldDuration(stays, id, allHours))).toEqual([7, 15, 2])
  })

  it('takes a field that never held a value for one stay of no value from creation', () => {
    const stays = fieldStays(staysIn(history({ status: 'Open@3' })), 'priority', 3)
    const seen = clipToWindow(stays, ALL)
    expect([anyFieldDuration(seen, null, allHours), anyFieldCount(seen, null)]).toEqual([17, 1])
  })

  it('says of the status what the status reports say', () => {
    fc.assert(
      fc.property(histories, windows, (told, window) => {
        const stays = clipToWindow(madeStays(told), window)
        for (const { id } of STATUSES) {
          expect(anyFieldDuration(stays, id, allHours)).toBe(statusDuration(stays, [id], 'total', allHours))
        }
      }),
      RUNS,
    )
  })

  it('adds up in a single-valued field, with no value, to the time seen', () => {
    fc.assert(
      fc.property(
        histories,
        windows,
        fc.constantFrom(...FIELDS.filter(({ multi }) => !multi)),
        (told, window, field) => {
          const made = fieldStays(madeStays(told, field.id), field.id, told.created)
          const stays = clipToWindow(made, window)
          const sum = [...field.values.map(({ id }) => id), null].reduce(
            (all, id) => all + (anyFieldDuration(stays, id, allHours) ?? 0),
            0,
          )
          expect(sum).toBe(totalLength(clipToWindow(madeStays(told), window), allHours) ?? 0)
        },
      ),
      RUNS,
    )
  })
})
