import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChangelog } from '../../../../src/intake/source/jira/changelog.ts'
import { InvalidParts } from '../../../../src/intake/source/jira/invalid-parts.ts'
import { runs } from '../../../support/sampling.ts'

const item = { field: 'status', fieldId: 'status', from: '1', fromString: 'Open', to: '3', toString: 'Done' }

function logOf(value: unknown, invalid = new InvalidParts()) {
  return readChangelog(value, invalid)
}

function instantOf(created: unknown): number {
  return logOf({ histories: [{ id: '1', created, items: [item] }] }).entries[0]!.at
}

describe('a changelog', () => {
  it.each(['histories', 'changeHistories', 'values'])('has its entries in %s', member => {
    const entries = [{ id: '1', created: '2026-01-01T00:00:00.000Z', items: [item] }]
    expect(logOf({ [member]: entries })).toMatchObject({
      entries: [{ id: '1' }],
      truncated: false,
      hasLog: true,
    })
  })

  it('has dates as text, or in milliseconds', () => {
    expect(instantOf('2025-09-28T17:36:33.142Z')).toBe(1_759_080_993_142)
    expect(instantOf(1_759_080_993_142)).toBe(1_759_080_993_142)
    expect(instantOf('1759080993142')).toBe(1_759_080_993_142)
    expect(instantOf(1e11)).toBe(1e11)
  })

  it.each([1_759_080_993, 99_999_999_999, 0, -1, 1.5e12 + 0.5, 1e15, '1759080993'])(
    'has no date %s, which may be in seconds or is impossible',
    created => {
      const invalid = new InvalidParts()
      expect(logOf({ histories: [{ id: '1', created, items: [item] }] }, invalid).entries).toEqual([])
      expect(invalid.reasons).toEqual([`changelog.histories[0].created '${created}' is not a date-time`])
    },
  )

  it('is the same, whether the tracker lists it oldest first or newest first', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }), steps => {
        const entries = steps.map((_, i) => {
          const passed = steps.slice(0, i).reduce((sum, step) => sum + step, 0)
          return { id: String(98 + i), created: 1_759_080_993_142 + passed, items: [item] }
        })
        expect(logOf({ histories: entries.toReversed() })).toEqual(logOf({ histories: entries }))
      }),
      runs(100),
    ))

  it('keeps the order of the tracker if it is neither', () => {
    const created = [1_759_080_993_142, 1_759_080_993_145, 1_759_080_993_143]
    const histories = created.map((created, i) => ({ id: String(i), created, items: [item] }))
    expect(logOf({ histories }).entries.map(({ id }) => id)).toEqual(['0', '1', '2'])
  })
})
