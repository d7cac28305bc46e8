import { beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { type Calls, localCalls } from '../../../src/app/operations/operation.ts'
import { savedQueryOperations } from '../../../src/app/operations/saved-queries.ts'
import { explainQuery, queryLanguage } from '../../../src/app/queries/queries.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { addIssue } from '../../store/small-batch.ts'
import { collectReport, NOW } from '../../support/run-reports.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'

let store: Store
let filters: Calls<typeof savedQueryOperations>
const twoIssues = storeTemplate(async empty => {
  await addIssue(empty, 'WEB-1')
  await addIssue(empty, 'APP-1')
})

beforeEach(async () => {
  const { copyTo } = await twoIssues()
  store = await openTemporaryStore(copyTo)
  filters = localCalls(savedQueryOperations, { store, engine: store.reports, now: () => NOW, zone: UTC })
})

const keys = async (query: string) =>
  (await collectReport(store, 'list', `columnsBy=statusCount&${query}`)).rows.map(({ header }) => header[0])

describe('a saved query', () => {
  it('selects the issues of a report by id, also with the old name of the filter type', async () => {
    const id = await filters.add('Web', 'project = WEB', null, null)
    expect(id).toBe('1')
    expect(await keys(`filterType=jqlfilter&jqlFilterID=${id}`)).toEqual(['WEB-1'])
    expect(await keys(`filterType=advanced&jqlFilterID=${id}`)).toEqual(['WEB-1'])
  })

  it('can be used in another query, by name and by id', async () => {
    await filters.add('Web', 'project = WEB ORDER BY created', '10', null)
    expect(await keys('filterType=customjql&customjql=filter = Web')).toEqual(['WEB-1'])
    expect(await keys('filterType=customjql&customjql=filter != 10')).toEqual(['APP-1'])
  })

  it('that is invalid is rejected with its errors', async () => {
    await expect(filters.add('Broken', 'project = ', null, null)).rejects.toThrow('before the end of the query')
    await expect(filters.add('Unknown', 'project = NOPE', null, null)).rejects.toThrow(
      "The value 'NOPE' does not exist",
    )
    expect(await filters.list()).toEqual([])
  })

  it('has a unique name and id', async () => {
    await filters.add('Web', 'project = WEB', '7', null)
    await expect(filters.add('web', 'project = APP', null, null)).rejects.toThrow(
      "There is a saved query 'web' already",
    )
    await expect(filters.add('Other', 'project = APP', '7', null)).rejects.toThrow("There is a saved query '7' already")
  })

  it('is removed by id or name', async () => {
    await filters.add('Web', 'project = WEB', null, null)
    await filters.remove('WEB')
    expect(await filters.list()).toEqual([])
    await expect(filters.remove('Web')).rejects.toThrow("There is no saved query 'Web'")
  })

  it('can be imported with others that refer to one another; invalid ones are reported', async () => {
    const list = [
      { id: '2', name: 'All', jql: 'filter = Web OR project = APP' },
      { id: '1', name: 'Web', jql: 'project = WEB' },
      { id: '3', name: 'Votes', jql: 'votes > 3' },
    ]
    const { imported, failing } = await filters.importList('filters.json', { values: list })
    expect(imported).toHaveLength(3)
    expect(failing).toMatchObject([{ name: 'Votes', reason: expect.stringContaining("Field 'votes' does not exist") }])
    expect(await keys('filterType=jqlfilter&jqlFilterID=2')).toEqual(['WEB-1', 'APP-1'])
    await filters.importList('filters.json', [{ id: '1', name: 'Web', jql: 'project = APP' }])
    expect(await keys('filterType=jqlfilter&jqlFilterID=1')).toEqual(['APP-1'])
    await expect(filters.importList('no.json', [{ id: '1' }])).rejects.toThrow('element 0 has no name')
  })

  it('that refers to itself in a cycle is an error, not a crash', async () => {
    await filters.importList('filters.json', [
      { id: '1', name: 'A', jql: 'filter = B' },
      { id: '2', name: 'B', jql: 'filter = A' },
    ])
    await expect(keys('filterType=jqlfilter&jqlFilterID=1')).rejects.toThrow(/^ERROR: jqlFilterID .*\bA\b.*\bB\b/)
  })
})

describe('a query', () => {
  it('is explained with resolved names and dates, and the number of issues', async () => {
    const { query, explanation, issues } = await explainQuery(
      { engine: store.reports, now: () => NOW, zone: UTC },
      'project=web and created>=-1d',
      { caller: LOCAL_CALLER },
    )
    expect(query).toBe('project = web AND created >= -1d')
    expect(explanation).toContain("project is 'Project WEB' (WEB)")
    expect(explanation).toContain('2026-10-31 00:00')
    expect(issues).toBe(0)
  })

  it('has all its errors at its parameter, each with its location', async () => {
    const error = await keys('filterType=customjql&customjql=foo = 1 AND project = NOPE AND bar = 2').catch(String)
    expect(error).toMatch(/ERROR: customjql .*'foo'.*character 1\); .*'NOPE'.*character 23\); .*'bar'.*character 32\)/s)
  })

  it('can use the fields that the language lists', async () => {
    const { fields, functions } = await queryLanguage(
      { engine: store.reports, now: () => NOW, zone: UTC },
      { caller: LOCAL_CALLER },
    )
    expect(fields.find(({ id }) => id === 'status')?.operators).toEqual([
      '=',
      '!=',
      'IN',
      'NOT IN',
      'IS',
      'IS NOT',
      'WAS',
      'CHANGED',
    ])
    expect(functions.some(usage => usage.startsWith('membersOf('))).toBe(true)
  })

  it('of a report is returned as it ran, and finds the same issues again', async () => {
    const query =
      'filterType=project&projectKey=WEB&startDate=1970-01-01&endDate=2024-01-01&dateRangeField=created&columnsBy=statusCount'
    const { plan, rows } = await collectReport(store, 'list', query)
    expect(plan.query).toBe(
      'project = "WEB" AND created >= "1970-01-01 00:00" AND created < "2024-01-01 00:00" ORDER BY key DESC',
    )
    const again = await collectReport(
      store,
      'list',
      `filterType=customjql&columnsBy=statusCount&customjql=${encodeURIComponent(plan.query)}`,
    )
    expect([again.rows, again.plan.query]).toEqual([rows, plan.query])
  })
})

describe('a hostile query', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['is nested', `${'('.repeat(5000)}project = WEB${')'.repeat(5000)}`],
    ['is denied again and again', `${'NOT '.repeat(5000)}project = WEB`],
    ['has a list without end', `labels IN (${'l,'.repeat(50_000)}l)`],
    ['searches without end', Array.from({ length: 800 }, (_, i) => `summary ~ "a${i}*"`).join(' OR ')],
    [
      'asks for all of the past',
      Array.from({ length: 1500 }, (_, i) => `status WAS Done BEFORE -${i + 1}d`).join(' AND '),
    ],
    ['has a pattern of stars', `text ~ "${'*a'.repeat(3000)}"`],
    ['has words without end', `summary ~ "${'a '.repeat(30_000)}"`],
  ]

  it.each(hostile)('that %s is rejected, and the next one is answered', async (_, query) => {
    await expect(
      explainQuery({ engine: store.reports, now: () => NOW, zone: UTC }, query, { caller: LOCAL_CALLER }),
    ).rejects.toThrow()
    expect(
      (
        await explainQuery({ engine: store.reports, now: () => NOW, zone: UTC }, 'project = WEB', {
          caller: LOCAL_CALLER,
        })
      ).issues,
    ).toBe(1)
  })

  it('that is merely long is answered', async () => {
    const many = Array.from({ length: 3000 }, () => `key = WEB-1 OR priority IS EMPTY`).join(' OR ')
    const list = `labels IN (${Array.from({ length: 5000 }, (_, i) => `l${i}`).join(', ')}) OR project = WEB`
    for (const query of [many.slice(0, 65_000).replace(/ OR [^O]*$/, ''), list]) {
      expect(
        (await explainQuery({ engine: store.reports, now: () => NOW, zone: UTC }, query, { caller: LOCAL_CALLER }))
          .issues,
      ).toBeGreaterThan(0)
    }
  })
})
