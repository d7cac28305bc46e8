import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/edge/cli/run.ts'
import { testContext } from '../edge/cli/test-context.ts'
import { csvCells } from '../support/csv-cells.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { realFile } from './real-data.ts'

/** Small inputs that an earlier version read wrongly. A README next to them has the right values. */
const hasCases = existsSync(realFile('cases'))
if (!hasCases) console.log('No cases of histories next to this checkout: their tests are skipped.')

const folder = temporaryFolder()

async function sojourn(...args: readonly string[]): Promise<string> {
  const context = testContext()
  const code = await run([...args], context)
  expect(code, context.err.text()).toBe(0)
  return context.out.text()
}

/** Imports files of a case into its store, one after another; `lists` are options with their files. */
async function imported(name: string, files: readonly string[], lists: Readonly<Record<string, string>> = {}) {
  const store = join(folder, `${name} ${files[0]}`)
  const options = Object.entries(lists).flatMap(([option, file]) => [option, realFile('cases', name, file)])
  for (const file of files) await sojourn('import', realFile('cases', name, file), ...options, '--store', store)
  return store
}

/** Returns the rows of a list: `AA-1: Open 73, Closed 110`, without empty cells. */
async function list(store: string, ...parameters: readonly string[]): Promise<readonly string[]> {
  const defaults = {
    filterType: 'customjql',
    customjql: 'ORDER BY key ASC',
    columnsBy: 'statusDuration',
    calendar: 'normalHours',
    viewFormat: 'hours',
    outputType: 'csv',
    asOf: '2024-03-10T00:00:00Z',
  }
  const sent = new Set(parameters.map(one => one.split('=', 1)[0]))
  const all = Object.entries(defaults).flatMap(([name, value]) => (sent.has(name) ? [] : [`${name}=${value}`]))
  const [header, ...rows] = csvCells(await sojourn('report', 'list', ...all, ...parameters, '--store', store))
  return rows.map(([key, , ...cells]) => {
    const shown = cells.flatMap((cell, i) => (cell === '-' ? [] : [`${header![i + 2]} ${Number(cell)}`]))
    return `${key}: ${shown.join(', ')}`
  })
}

/** Returns the first line of `sojourn repairs`, and what was wrong. */
async function repairs(store: string) {
  const summary = JSON.parse(await sojourn('repairs', '--json', '--store', store))
  return { repaired: summary.repaired, kinds: summary.kinds.map(({ kind }: { kind: string }) => kind) }
}

describe.runIf(hasCases)('the cases', () => {
  it('same-instant-chain: the changes form a chain', async () => {
    const store = await imported('same-instant-chain', ['issues.jsonl'], { '--statuses': 'statuses.json' })
    // The README has the hours on 1 July; the tests end on 10 March.
    const rows = await list(store)
    expect(rows.filter(row => !/^AA-[35]/.test(row))).toEqual([
      'AA-1: Open 73, In Progress 0, Closed 134',
      'AA-2: Open 73, In Progress 0, Review 134',
      'AA-4: Open 73, In Progress 0, Closed 134, Review 0',
      'AA-6: Open 73, In Progress 0, Closed 134',
    ])
    const assignees = await list(store, 'columnsBy=assigneeDuration')
    expect(assignees.find(row => row.startsWith('AA-5'))).toContain('Ann 0, Bob 134')
  })

  it('values-without-ids: each name has one column', async () => {
    const store = await imported('values-without-ids', ['issues.jsonl'], { '--statuses': 'statuses.json' })
    const whole = 'Open 73, In Progress 24, Closed 110'
    const rows = [1, 2, 3, 4, 5, 6].map(i => `AA-${i}: ${whole}`)
    expect(await list(store)).toEqual(rows.with(3, 'AA-4: Open 73, Closed 110, Development 24'))
  })

  it.each([
    ['v1.jsonl', 1],
    ['v5.jsonl', 1],
    ['mixed.jsonl', 1],
  ])('entry-without-items: %s has one repair', async (file, repaired) => {
    const store = await imported('entry-without-items', [file])
    const rows = await list(store)
    expect(rows.map(row => row.replace(/^AA-\d: /, ''))).toEqual(rows.map(() => 'Open 73, In Progress 24, Closed 110'))
    expect(await repairs(store)).toEqual({ repaired, kinds: ['unreadable-entry'] })
  })

  it('moved-issue: former keys find it', async () => {
    const store = await imported('moved-issue', ['day1.jsonl', 'day2.jsonl'])
    const keys = async (jql: string) =>
      (await list(store, `customjql=${jql} ORDER BY key ASC`)).map(row => row.split(':')[0])
    expect(await keys('key = OLD-5')).toEqual(['NEW-1'])
    expect(await keys('key in (OLD-5, OLD-6)')).toEqual(['NEW-1', 'OLD-6'])
  })

  describe('log-names-without-field-id', () => {
    const CHOSEN = ['columnsBy=anyfieldDuration', 'historyFields=customfield_10300,customfield_10301,customfield_10302']
    let store: string
    beforeAll(async () => {
      if (hasCases)
        store = await imported('log-names-without-field-id', ['issues.jsonl'], { '--fields': 'fields.json' })
    })

    const valuesOf = async (key: string) => {
      const row = (await list(store, ...CHOSEN)).find(one => one.startsWith(`${key}:`))!
      const cells = row.slice(key.length + 2).split(', ')
      return cells.filter(cell => !cell.includes('None'))
    }
    const warnings = async (query = 'ORDER BY key'): Promise<readonly string[]> => {
      const issues = ['filterType=customjql', `customjql=${query}`]
      const words = [
        'report',
        'list',
        ...issues,
        ...CHOSEN,
        'calendar=normalHours',
        'outputType=json',
        '--store',
        store,
      ]
      return JSON.parse(await sojourn(...words)).warnings ?? []
    }

    it('present names and values identify fields', async () => {
      expect(await valuesOf('AA-2')).toEqual(['Team - One 73', 'Team - Two 134'])
      expect(await valuesOf('AA-3')).toEqual(['Team - X 73', 'Team - Y 134'])
      expect(await valuesOf('AA-4')).toEqual(['Crew - Blue 134', 'Crew - Red 73'])
    })

    it('a former name is in the repairs, and in the warnings of reports over its issue', async () => {
      const { kinds } = JSON.parse(await sojourn('repairs', '--json', '--store', store))
      const named = kinds.find(({ kind }: { kind: string }) => kind === 'no-field')
      expect([named.fields, named.examples]).toEqual([[{ name: 'Squad', issues: 1, repairs: 0 }], ['AA-1']])
      expect(await warnings()).toContainEqual(expect.stringContaining(`1 issue of this report has changes of 'Squad'`))
      expect(await warnings('key = AA-2')).toEqual([])
    })

    it('a former name is its field while it is mapped', async () => {
      expect(await sojourn('field', 'map', 'Squad', 'customfield_10302', '--store', store)).toBe(
        'Mapped Squad to Crew (customfield_10302).\n',
      )
      expect(await valuesOf('AA-1')).toEqual(['Crew - Blue 134', 'Crew - Red 73'])
      expect(await warnings()).toEqual([])
      expect(JSON.parse(await sojourn('repairs', '--json', '--store', store)).kinds).toEqual([])
      await sojourn('field', 'map', 'Squad', '--remove', '--store', store)
      expect(await valuesOf('AA-1')).toEqual(['Crew - Blue 207'])
    })
  })

  it('resolved-without-status-log: the twenty issues are marked, not repaired', async () => {
    const store = await imported('resolved-without-status-log', ['migrated.jsonl.gz'], {
      '--statuses': 'statuses.json',
    })
    const { repaired, kinds } = JSON.parse(await sojourn('repairs', '--json', '--store', store))
    const named = kinds.find(({ kind }: { kind: string }) => kind === 'no-finish')
    expect([repaired, named.fields[0].issues]).toEqual([0, 20])
    const request = ['filterType=project', 'projectKey=MIG', 'from=2024-01-01', 'to=2024-04-01', '--json']
    const flow = async (endpoint: string, ...more: readonly string[]) =>
      JSON.parse(await sojourn('flow', endpoint, ...request, ...more, '--store', store))
    const { finished, leadTime, finishFromResolutionDate } = await flow('summary')
    expect([finished, finishFromResolutionDate.count]).toEqual([40, 20])
    expect(leadTime.percentiles['50'].value).toBe(31 * 24 * 3_600_000)
    const { buckets } = await flow('throughput', 'bucket=month')
    expect(buckets.map((bucket: { finished: number }) => bucket.finished)).toEqual([0, 40, 0])
  })

  it('option-labels: a comma in a label cuts nothing', async () => {
    const store = await imported('option-labels', ['issues.jsonl'], { '--fields': 'fields.json' })
    const rows = await list(store, 'columnsBy=anyfieldDuration', 'historyFields=customfield_10406')
    expect(rows[0]).toMatch(/^AA-1: \w+ - East 134, \w+ - West, or so 110/)
  })

  describe('account-ids', () => {
    let store: string
    beforeAll(async () => {
      if (hasCases) store = await imported('account-ids', ['cloud.jsonl'], { '--fields': 'fields.json' })
    })

    it('each user has one column, and no history is repaired', async () => {
      const rows = await list(store, 'columnsBy=assigneeDuration')
      for (const row of rows.slice(0, 2)) expect(row).toContain('Bob 24, Cy 110')
      expect(await repairs(store)).toEqual({ repaired: 0, kinds: [] })
    })

    it('so has each user of a field', async () => {
      const rows = await list(store, 'columnsBy=anyfieldDuration', 'historyFields=customfield_10500')
      expect(rows.some(row => row.includes('Checker - Bob 24, Checker - Cy 110'))).toBe(true)
    })
  })

  it('saved-filter-forms: imported filters can be used', async () => {
    const store = await imported('option-labels', ['issues.jsonl'], { '--fields': 'fields.json' })
    expect(
      await sojourn('filter', 'import', realFile('cases', 'saved-filter-forms', 'filters.json'), '--store', store),
    ).not.toBe('')
  })
})
