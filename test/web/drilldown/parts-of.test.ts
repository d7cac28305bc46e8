import { describe, expect, it } from 'vitest'
import type { ExplainedPart } from '../../../src/reports/report/explain/explanation.ts'
import { addsUp, barsOf, elapsedOf, endOf } from '../../../src/web/drilldown/parts-of.ts'
import { valueText } from '../../../src/web/drilldown/value-text.ts'

const HOUR = 3_600_000

const part = (entered: string, left: string | null, raw: number, counts = true): ExplainedPart => ({
  label: 'Doing',
  within: null,
  entered,
  left,
  by: null,
  raw,
  value: '',
  counts,
  why: null,
  days: [],
  moreDays: 0,
})

const NIGHT = part('2024-03-01T16:00:00Z', '2024-03-02T04:00:00Z', HOUR)
const OPEN = part('2024-03-02T12:00:00Z', null, 3 * HOUR)

describe('the parts of a cell', () => {
  it('end when the status was left, or at the time of the report', () => {
    expect(elapsedOf(NIGHT, null)).toBe(12 * HOUR)
    expect(elapsedOf(OPEN, Date.parse('2024-03-02T18:00:00Z'))).toBe(6 * HOUR)
    expect(elapsedOf(OPEN, null)).toBeNull()
  })

  it('share one scale', () => {
    expect(barsOf([NIGHT, OPEN], Date.parse('2024-03-02T18:00:00Z'))).toEqual([
      { elapsed: 1, counted: 1 / 12 },
      { elapsed: 0.5, counted: 0.25 },
    ])
  })

  it('add up to the cell, except for averages and dates', () => {
    const parts = [NIGHT, OPEN, part('2024-03-05T00:00:00Z', null, 9 * HOUR, false)]
    const cell = (raw: number) => ({ value: '', raw: String(raw) })
    expect(addsUp({ kind: 'duration', cell: cell(4 * HOUR), parts })).toBe(true)
    expect(addsUp({ kind: 'duration', cell: cell(2 * HOUR), parts })).toBe(false)
    expect(addsUp({ kind: 'date', cell: cell(4 * HOUR), parts })).toBe(false)
    expect(addsUp({ kind: 'duration', cell: { value: '-', raw: null }, parts })).toBe(false)
  })

  it('end at the date of the report, unless the history is limited', () => {
    expect(endOf({ asOf: '2024-03-02T18:00:00Z' })).toBe(Date.parse('2024-03-02T18:00:00Z'))
    expect(endOf({ asOf: '2024-03-02' })).toBeNull()
    expect(endOf({ asOf: '2024-03-02T18:00:00Z', trimHistoryEndDate: '2024-01-01' })).toBeNull()
  })
})

describe('a value with its unit', () => {
  const format = { kind: 'duration', viewFormat: 'days', dayLength: 'businessDays', calendar: '1' } as const
  it.each([
    ['3.4', {}, '3.4 working days'],
    ['3.4', { calendar: 'normalHours' }, '3.4 days'],
    ['3.4', { dayLength: '24HourDays' }, '3.4 days'],
    ['1.0', { viewFormat: 'Hours' }, '1.0 hour'],
    ['90.0', { viewFormat: undefined }, '90.0 minutes'],
    ['3 d 4 h', { viewFormat: 'humanReadable' }, '3 d 4 h'],
    ['2', { kind: 'count' }, '2 times'],
    ['01/Mar/24', { kind: 'date' }, '01/Mar/24'],
  ] as const)('is %s with %o', (value, change, text) => {
    expect(valueText(value, { ...format, ...change })).toBe(text)
  })
})
