import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { readSettings } from '../../../src/access/settings/settings.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { createReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { type CollectedTable, collected } from '../../support/collected.ts'
import { importIssues } from '../../support/import-jira.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const NOW = Date.parse('2024-05-20T22:30:00Z')

/** An issue created on 2024-03-01 23:30 UTC, due on 2024-05-02, and resolved at noon on 2024-05-10 UTC. */
const ISSUE = {
  id: '101',
  key: 'WEB-1',
  fields: {
    summary: 'Late',
    project: { id: '10', key: 'WEB', name: 'Website' },
    status: { id: '1', name: 'Open', statusCategory: { key: 'new' } },
    created: '2024-03-01T23:30:00.000+0000',
    resolutiondate: '2024-05-10T12:00:00.000+0000',
    duedate: '2024-05-02',
  },
  changelog: { histories: [] },
}

let store: Store

beforeAll(async () => {
  store = await temporaryStore()
  await importIssues(store, [JSON.stringify(ISSUE)])
})

type Parameters = Readonly<Record<string, string>>

const REQUEST = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount', fields: 'duedate,created' }

/** Runs a report with settings from the environment, on a machine in UTC. */
async function report(settings: Parameters, own: Parameters, endpoint: Endpoint = 'list'): Promise<CollectedTable> {
  const { values } = readSettings({ machineZone: UTC, file: null, env: settings, flags: {} })
  const parameters = Object.entries({ ...REQUEST, ...own }).map(([name, value]) => {
    return { name, value, location: 'query' as const }
  })
  const { timeZone: zone, locale, dateFormat, dateTimeFormat } = values
  const deps = createReportDeps(store, { now: () => NOW, zone, locale, dateFormat, dateTimeFormat })
  return collected(await runReport({ endpoint, parameters }, deps, { caller: LOCAL_CALLER }))
}

/** Returns the due date and the creation time of the issue, as a report writes them. */
async function dates(settings: Parameters, own: Parameters = {}): Promise<readonly (string | null)[]> {
  return (await report(settings, own)).rows[0]!.fields
}

const GERMAN = { SOJOURN_LOCALE: 'de-DE' }
const TOKYO = { SOJOURN_TIME_ZONE: 'Asia/Tokyo' }

describe('the date format of a report', () => {
  const set = { SOJOURN_DATE_FORMAT: 'yyyy/MM/dd' }

  it('is the parameter, regardless of the setting', async () => {
    expect((await dates(set, { dateFormat: 'dd.MM.yyyy' }))[0]).toBe('02.05.2024')
    expect((await dates({}, { dateFormat: 'dd.MM.yyyy' }))[0]).toBe('02.05.2024')
  })

  it('is the setting when the parameter is absent or empty', async () => {
    expect((await dates(set))[0]).toBe('2024/05/02')
    expect((await dates(set, { dateFormat: '' }))[0]).toBe('2024/05/02')
  })

  it('is dd/MMM/yy when neither is set', async () => {
    expect((await dates({}))[0]).toBe('02/May/24')
    expect((await dates({ SOJOURN_DATE_FORMAT: '' }, { dateFormat: '' }))[0]).toBe('02/May/24')
  })

  it('has no effect on dates with times', async () => {
    expect((await dates(set, { dateFormat: 'yyyy' }))[1]).toBe('01/Mar/24 11:30 PM')
  })
})

describe('the date-time format of a report', () => {
  const set = { SOJOURN_DATE_TIME_FORMAT: 'yyyy/MM/dd HH:mm' }

  it('is the parameter, regardless of the setting', async () => {
    expect((await dates(set, { dateTimeFormat: 'd.M. HH:mm' }))[1]).toBe('1.3. 23:30')
    expect((await dates({}, { dateTimeFormat: 'd.M. HH:mm' }))[1]).toBe('1.3. 23:30')
  })

  it('is the setting when the parameter is absent or empty', async () => {
    expect((await dates(set))[1]).toBe('2024/03/01 23:30')
    expect((await dates(set, { dateTimeFormat: '' }))[1]).toBe('2024/03/01 23:30')
  })

  it('is dd/MMM/yy h:mm a when neither is set', async () => {
    expect((await dates({}))[1]).toBe('01/Mar/24 11:30 PM')
    expect((await dates({ SOJOURN_DATE_TIME_FORMAT: '' }, { dateTimeFormat: '' }))[1]).toBe('01/Mar/24 11:30 PM')
  })

  it('has no effect on dates', async () => {
    expect((await dates(set, { dateTimeFormat: 'yyyy' }))[0]).toBe('02/May/24')
  })
})

describe('the zone of a report', () => {
  it('is the parameter, regardless of the setting', async () => {
    expect(await dates(TOKYO, { timeZone: 'America/New_York' })).toEqual(['02/May/24', '01/Mar/24 6:30 PM'])
  })

  it('is the setting when the parameter is absent or empty', async () => {
    // Nine hours later; a date without a time is the same in all zones.
    for (const own of [{}, { timeZone: '' }])
      expect(await dates(TOKYO, own)).toEqual(['02/May/24', '02/Mar/24 8:30 AM'])
  })

  it('is that of the machine when neither is set', async () => {
    expect((await dates({}))[1]).toBe('01/Mar/24 11:30 PM')
  })

  it('applies to the dates of a request', async () => {
    const range = (startDate: string, endDate: string) => ({ dateRangeField: 'created', startDate, endDate })
    const count = async (settings: Parameters, own: Parameters) => (await report(settings, own)).rows.length
    // Created on the 1st in UTC, on the 2nd in Tokyo.
    const [first, second] = [range('2024-03-01', '2024-03-02'), range('2024-03-02', '2024-03-03')]
    expect([await count({}, first), await count({}, second)]).toEqual([1, 0])
    expect([await count(TOKYO, first), await count(TOKYO, second)]).toEqual([0, 1])
    expect([
      await count(TOKYO, { ...first, timeZone: 'UTC' }),
      await count(TOKYO, { ...second, timeZone: 'UTC' }),
    ]).toEqual([1, 0])
  })

  it('applies to the trim window', async () => {
    const own = { columnsBy: 'statusDuration', calendar: 'normalHours', trimHistoryEndDate: '2024-03-03' }
    const millis = async (settings: Parameters) => (await report(settings, own)).rows[0]!.values[0]!.raw
    // From 03-01 23:30 UTC to the start of 03-03: 24.5 h in UTC, nine hours less in Tokyo.
    expect(await millis({})).toBe(String(24.5 * 3_600_000))
    expect(await millis(TOKYO)).toBe(String(15.5 * 3_600_000))
  })

  it('does not apply to the built-in calendar, which uses the setting', async () => {
    const own = {
      columnsBy: 'statusDuration',
      calendar: '0',
      dayLength: '24HourDays',
      asOf: '2024-03-04T12:00:00Z',
    }
    const millis = async (settings: Parameters, more: Parameters = {}) =>
      (await report(settings, { ...own, ...more })).rows[0]!.values[0]!.raw
    // Monday 03-04 from 09:00 on: to noon in UTC; in Tokyo it is 21:00, and all eight hours are over.
    expect(await millis({})).toBe(String(3 * 3_600_000))
    expect(await millis(TOKYO)).toBe(String(8 * 3_600_000))
    expect(await millis({}, { timeZone: 'Asia/Tokyo' })).toBe(String(3 * 3_600_000))
  })
})

describe('the locale of a report', () => {
  it('is the setting, which decides the names of months', async () => {
    const own = { dateFormat: 'd. MMMM yyyy', dateTimeFormat: 'EEEE, d. MMM' }
    expect(await dates({}, own)).toEqual(['2. May 2024', 'Friday, 1. Mar'])
    expect(await dates(GERMAN, own)).toEqual(['2. Mai 2024', 'Freitag, 1. März'])
  })

  it('has no effect on the choice of the format', async () => {
    expect((await dates(GERMAN))[0]).toBe('02/Mai/24')
  })

  it('applies to the groups of an aggregation', async () => {
    const own = { columnsBy: 'statusCount', fields: '', aggregationType: 'sum', groupByFields: 'duedate' }
    const groups = async (settings: Parameters) => (await report(settings, own, 'aggregation')).rows[0]!.groups
    expect([await groups({}), await groups(GERMAN)]).toEqual([['02/May/24'], ['02/Mai/24']])
  })
})
