import { describe, expect, it } from 'vitest'
import { flowTable } from '../../../src/edge/cli/flow-table.ts'
import { csvCells } from '../../support/csv-cells.ts'
import { checkedFlow } from '../../support/flow-text.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000
const FROM = { from: '2024-03-04 05:00' }
const WARNING =
  'Work in progress was not stable between from and to. Percentiles and forecasts from that time may not hold for the future.'

/** One issue in progress all the time, and 25 that come and leave. */
const HISTORIES = [
  'AB-100 status Doing@1',
  ...Array.from({ length: 25 }, (_, i) => `AB-${i + 1} status Open@0 Doing@${i + 10} Done@${i + 20}`),
]
const MORE = Array.from({ length: 10 }, (_, i) => `AB-${i + 40} status Open@0 Doing@${i + 80}`)

const stabilityOf = async (ask: Ask, more: Readonly<Record<string, string>> = FROM) =>
  checkedFlow('stability', await ask('stability', more))

describe('flow/stability', () => {
  it('warns once if more work came than left', () =>
    withTeam([...HISTORIES, ...MORE], 100, async ask => {
      const { warnings, stable, why, arrivals, departures, start, end } = await stabilityOf(ask)
      expect([arrivals, departures, start.wip, end.wip]).toEqual([35, 25, 1, 11])
      expect([stable, why]).toEqual([
        false,
        'The numbers of arrivals and departures differ by more than 2, and by more than 10 %.',
      ])
      expect(warnings.filter(warning => warning === WARNING)).toHaveLength(1)
    }))

  it('warns once if the work got older, and not about the window before', () =>
    withTeam(HISTORIES, 100, async ask => {
      const { warnings, stable, why, start, end } = await stabilityOf(ask)
      expect([start.totalAge, end.totalAge]).toEqual([4 * HOUR, 99 * HOUR])
      expect([stable, why]).toEqual([false, 'The mean age of the work in progress grew by 10 % or more.'])
      expect(warnings.filter(warning => warning === WARNING)).toHaveLength(1)
      const later = await stabilityOf(ask, { from: '2024-03-07', compare: '2024-03-04 05:00..2024-03-07' })
      expect([later.stable, later.previous!.stable, later.gapDays]).toEqual([null, false, 0])
      expect(later.warnings).not.toContain(WARNING)
    }))

  it('has averages in the time of the calendar', () =>
    withTeam(HISTORIES, 100, async ask => {
      const one = await stabilityOf(ask)
      expect(one.length).toBe(95 * HOUR)
      expect(one.averageWip).toBe((95 + 250) / 95)
      expect(one).toMatchObject({ meanCycleTime: 10 * HOUR, finished: { count: 25 } })
      expect(one.throughputPerDay).toBeCloseTo((25 * 24) / 95, 10)
      expect(one.throughputTimesCycleTime).toBe(250 / 95)
      // The default calendar has working hours on the days of the week only.
      const weekend = await stabilityOf(ask, { calendar: '0', from: '2024-03-02', to: '2024-03-03' })
      expect(weekend).toMatchObject({ length: 0, averageWip: null, throughputPerDay: null, stable: null })
      expect(weekend.noAverage).toBe('The calendar has no time between from and to.')
    }))

  it('has the same numbers as CSV, and in a terminal', () =>
    withTeam(HISTORIES, 100, async ask => {
      const more = { ...FROM, compare: 'previous' }
      const answer = await stabilityOf(ask, more)
      const [header, own, previous, ...others] = csvCells(await ask('stability', { ...more, outputType: 'csv' }))
      const cells = Object.fromEntries(header!.map((name, i) => [name, own![i]]))
      expect(cells).toMatchObject({
        window: 'own',
        arrivals: '25',
        averageWip: String(answer.averageWip),
        wipAtStart: '1',
        totalAgeAtEnd: String(99 * HOUR),
        finished: '25',
        stable: 'false',
      })
      expect([previous![0], others]).toEqual(['previous', []])
      const table = await flowTable('stability', answer, null)
      expect(table).toMatch(/^MEASURE +NOW +BEFORE\n/)
      expect(table).toMatch(/\nstable +no +unknown\n/)
      expect(table).toMatch(/\naverage in progress +3\.6 +0\.0\n/)
      expect(table).toMatch(/\nThe mean age of the work in progress grew by 10 % or more\.\n/)
    }))
})
