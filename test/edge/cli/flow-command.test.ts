import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { drawsUntil, sumsAfter } from '../../../src/core/measure/flow/forecast.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { timeFormat } from '../../../src/edge/cli/flow-cells.ts'
import { run } from '../../../src/edge/cli/run.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { afterFile } from '../../support/after-file.ts'
import { DEMO_END, demoFolder } from '../../support/demo-store.ts'
import { checkedFlow } from '../../support/flow-text.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { sample } from '../../support/sampling.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { DEPS } from '../http/small-tracker.ts'
import { sharing, testContext } from './test-context.ts'

let open: Environment['open']

beforeAll(async () => {
  const now = () => Date.parse(DEMO_END)
  const folder = join(temporaryFolder(), 'store')
  await demoFolder(folder)
  const store = await openStore(folder, { create: false, limits: ONE_THREAD })
  afterFile(() => store.close())
  open = sharing(createWorkspace(store, { ...DEPS, now })).open
})

interface Printed {
  readonly status: number
  readonly out: string
  readonly err: string
}

const cached = new Map<string, Promise<Printed>>()

/** Runs a command once: the store does not change. */
function flow(...args: string[]): Promise<Printed> {
  const key = JSON.stringify(args)
  const printed = cached.get(key) ?? runFlow(args)
  cached.set(key, printed)
  return printed
}

async function runFlow(args: readonly string[]): Promise<Printed> {
  const context = testContext({ open })
  const status = await run(['flow', ...args], context)
  const out = context.out.text()
  if (status === 0 && args.includes('--json')) checkedFlow(args[0] as FlowEndpoint, out)
  return { status, out, err: context.err.text() }
}

function drained<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns the number of items behind a number. */
async function itemsOf(link: Readonly<Record<string, string>>): Promise<number> {
  const request = WEB.filter(one => !one.startsWith('asOf='))
  const more = Object.entries(link).map(([name, value]) => `${name}=${value}`)
  return JSON.parse((await flow('items', ...request, ...more, '--json')).out).total
}

interface Forecast {
  readonly from: string
  readonly atLeast: number
  readonly finished: number
  readonly cameTrue: boolean
  readonly items: Readonly<Record<string, string>>
}

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

const MANY = ['count=10000', '--csv']
const WEB = ['filterType=project', 'projectKey=WEB', `asOf=${DEMO_END}`]

describe('sojourn flow', () => {
  it('shows a summary in a terminal of 80 columns', async () => {
    const { status, out, err } = await flow('summary', ...WEB, 'compare=previous')
    expect(status).toBe(0)
    expect(err).toContain('Warning: No stage of the workflow has Ready to Deploy. Time there is unmapped')
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
    expect(out).toMatch(/^MEASURE +VALUE +90 % INTERVAL +ISSUES\nfinished +\d+ /)
    expect(out).toMatch(/\ncycle time 85 % +[\d.]+ d +[\d.]+ d - [\d.]+ d +\d+\n/)
    expect(out).toContain('\nflow efficiency         none')
    expect(out).toContain("\nThe workflow 'default' has neither.\nSave one that has")
  })

  it('compares cycle and lead times with the window before', async () => {
    const args = [...WEB, 'compare=previous']
    const { out } = await flow('summary', ...args)
    const json = JSON.parse((await flow('summary', ...args, '--json')).out)
    const days = (ms: number) => (ms / 86_400_000).toFixed(1)
    const verdictsShown = []
    for (const [name, label] of [
      ['cycleTime', 'cycle time'],
      ['leadTime', 'lead time'],
    ] as const) {
      for (const percent of [50, 85]) {
        const [now, before] = [json, json.previous].map(window => window[name])
        const [value, old] = [now, before].map(({ percentiles }) => percentiles[percent].value)
        const [row] = new RegExp(`\n${label} ${percent} % .*[%-] .*\n`).exec(out.slice(out.indexOf('COMPARED')))!
        const change = (100 * (value - old)) / old
        expect(row.trim().split(/ {2,}/).slice(1, 6)).toEqual([
          ...[`${days(value)} d`, String(now.count), `${days(old)} d`, String(before.count)],
          `${change > 0 ? '+' : ''}${change.toFixed(1)} %`,
        ])
        const verdict = json.verdicts[name][percent]
        verdictsShown.push(verdict)
        expect(row.trim().endsWith(verdict === 'noClearChange' ? 'no clear change' : verdict)).toBe(true)
      }
    }
    expect(verdictsShown).toHaveLength(4)
    expect(out).toMatch(/\nfirst time +[\d.]+ % +\d+ +[\d.]+ % +\d+ +[+-][\d.]+ pts\n/)
    expect(out).toMatch(
      /\nNOW is the window from 2025-04-07 to 2025-07-01, BEFORE from 2025-01-06 to\s2025-04-\d\d\.\n/,
    )
    const alone = await flow('summary', ...WEB)
    expect(alone.out).not.toContain('BEFORE')
    expect(alone.out).toContain('\nFinished issues are those from 2025-04-07 to 2025-07-01.\n')
  })

  it('compares windows with few issues without percentiles', async () => {
    const { out } = await flow('summary', ...WEB, 'compare=previous', 'from=-2d')
    expect(out).toMatch(/\nlead time +- +\d +- +\d +-\n/)
    expect(out).toMatch(/\nfirst time +\d of \d +\d +\d of \d +\d +-\n/)
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  it.each([
    ...[
      'items',
      'throughput',
      'wip',
      'forecast',
      'ageing',
      'stability',
      'stages',
      'sprints',
      'waits',
      'cumulative',
      'dashboard',
    ],
    ...['summary groupBy=issuetype', 'ageing projectKey=OPS'],
  ])('shows %s in a terminal of 80 columns', async words => {
    const [measure, more = 'projectKey=WEB'] = words.split(' ')
    const project = more.startsWith('projectKey') ? [more] : [more, 'projectKey=WEB']
    const { status, out } = await flow(measure!, 'filterType=project', `asOf=${DEMO_END}`, ...project)
    expect(status).toBe(0)
    expect(out.split('\n').length).toBeGreaterThan(5)
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  it('says what to set if the workflow names nothing that blocks', async () => {
    const { status, err } = await flow('blocked', ...WEB)
    expect(status).toBe(0)
    expect(err.replaceAll('\n', ' ')).toContain(
      "The workflow 'default' does not say what blocks issues. Save one with a",
    )
  })

  it('shows no percentage of fewer than ten issues', async () => {
    const { attention, trend } = JSON.parse((await flow('dashboard', ...WEB, 'from=-1d', '--json')).out)
    expect(attention.finished.count).toBe(1)
    expect(attention.items[0].why).toBe('Older than the only finished issue.')
    const { count, of } = trend.firstTimeThrough
    expect((await flow('dashboard', ...WEB, 'from=-1d')).out).toMatch(
      new RegExp(`\nfirst time through +${count} of ${of} `),
    )
    expect((await flow('ageing', ...WEB, 'from=-1d')).out).not.toMatch(/ 100\.0 %/)
  })

  it('shows up to nine times, and why there is no forecast', async () => {
    const few = [...WEB, 'from=-4d']
    const { finished, cycleTime } = JSON.parse((await flow('summary', ...few, '--json')).out)
    expect(finished).toBeGreaterThan(3)
    expect(cycleTime.values.length).toBeGreaterThan(3)
    const { out } = await flow('summary', ...few)
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
    const hours = (cycleTime.values as number[]).map(ms => (ms / 86_400_000).toFixed(1))
    expect((await flow('dashboard', ...few)).out).toMatch(new RegExp(`\ncycle time +${hours[0]} d, ${hours[1]} d, `))
    const early = await flow('dashboard', 'filterType=project', 'projectKey=WEB', 'asOf=2024-02-01')
    expect(early.out).toContain('\nThe first issue was created 24 days before asOf.\nA forecast needs 56 days.\n')
    expect(early.out).not.toContain('PROBABILITY')
  })

  it('writes the same numbers as JSON and as CSV', async () => {
    const json = JSON.parse((await flow('throughput', ...WEB, '--json')).out)
    const csv = (await flow('throughput', ...WEB, '--csv')).out.trim().split('\r\n')
    expect(csv.length - 1).toBe(json.buckets.length)
    const finished = csv.slice(1).reduce((sum, line) => sum + Number(line.split(',')[4]!.replaceAll('"', '')), 0)
    expect(finished).toBe(json.finished)
  })

  it('writes all items as CSV, and a page of them as JSON', async () => {
    const args = ['filterType=customjql', 'customjql=order by key', `asOf=${DEMO_END}`, 'from=2020-01-01', 'state=all']
    const json = JSON.parse((await flow('items', ...args, '--json')).out)
    expect([json.items.length, json.total]).toEqual([200, 2_000 - json.issues.leftOut])
    const csv = (await flow('items', ...args, '--csv')).out.trim().split('\r\n')
    expect(csv.length - 1).toBe(json.total)
    expect(csv[1]!.startsWith(`"${json.items[0].key}",`)).toBe(true)
    const next = JSON.parse((await flow('items', ...args, 'startIssueIndex=200', '--json')).out)
    expect(csv[201]!.startsWith(`"${next.items[0].key}",`)).toBe(true)
  })

  it('shows times in days of the calendar, and says which days', async () => {
    const args = [...WEB, 'calendar=0']
    const { workingDay, sle, cycleTime } = JSON.parse((await flow('summary', ...args, '--json')).out)
    const days = (time: number) => (time / workingDay).toFixed(1)
    expect(workingDay).toBe(8 * 3_600_000)
    const { out } = await flow('summary', ...args)
    expect(out).toMatch(new RegExp(`\ncycle time 85 % +${days(cycleTime.percentiles[85].value)} d `))
    expect(out).not.toContain('\nwithin ')
    expect(out.replaceAll('\n', ' ')).toContain(
      `${days(sle.ms)} d is 85 % of the last 90 days, of ${sle.count} issues.`,
    )
    for (const measure of [
      'summary',
      ...sample('measures in days', ['items', 'wip', 'waits', 'ageing', 'dashboard'], 2),
    ])
      expect((await flow(measure, ...args)).out).toContain(
        '\nA day (d) has 8 working hours of the calendar Business hours.\n',
      )
    expect((await flow('wip', ...WEB)).out).not.toContain('A day (d)')
  })

  it('shows inclusive days as a number of dates', async () => {
    const args = [...WEB, 'unit=inclusiveDays', 'returns=keep', 'pageSize=20']
    const { items } = JSON.parse((await flow('items', ...args, '--json')).out)
    const shown = (await flow('items', ...args)).out.split('\n').slice(1, 1 + items.length)
    expect(shown.map(line => /(\d+ d|-) +\d+$/.exec(line)![1])).toEqual(
      items.map(({ cycleTime, age }: Record<string, number | null>) => {
        const days = cycleTime ?? age
        return days === null ? '-' : `${days} d`
      }),
    )
    expect(shown.filter(line => / \d+ d +\d+$/.test(line)).length).toBeGreaterThan(10)
    const wip = [...WEB, 'unit=inclusiveDays', 'returns=keep', 'bucket=month']
    const { buckets } = JSON.parse((await flow('wip', ...wip, '--json')).out)
    const text = (await flow('wip', ...wip)).out
    for (const { totalAge } of buckets) expect(text).toMatch(new RegExp(` ${totalAge} d$`, 'm'))
    expect(text).toContain('A day (d) of TOTAL AGE is a date')
  })

  it('leads from each number to its issues', async () => {
    const { buckets, from } = JSON.parse((await flow('throughput', ...WEB, '--json')).out)
    expect(from).toBe('2025-04-06T22:00:00.000Z')
    for (const { finished, items } of buckets.slice(0, 2)) {
      const more = Object.entries(items).map(([name, value]) => `${name}=${value}`)
      const request = WEB.filter(one => !one.startsWith('asOf='))
      const { total } = JSON.parse((await flow('items', ...request, ...more, '--json')).out)
      expect(total).toBe(finished)
    }
  })

  it('leads from each issue to its stays', async () => {
    const { items } = JSON.parse((await flow('items', ...WEB, 'only=reopened', '--json')).out)
    const { stays: link, ...item } = items[0]
    const args = [`asOf=${DEMO_END}`, ...Object.entries(link).map(([name, value]) => `${name}=${value}`)]
    const { stays, ...found } = JSON.parse((await flow('stays', ...args, '--json')).out)
    expect(found).toMatchObject({ item, query: `key = "${item.key}"`, returns: 'pause', issues: { measured: 1 } })
    expect(found.from).toBeUndefined()
    expect(stays.filter(({ moves }: { moves: string[] }) => moves.includes('reopened')).length).toBe(item.reopened)
    expect(stays.filter(({ by }: { by: string | null }) => by !== null && /^[A-Z]/.test(by)).length).toBeGreaterThan(0)
    const csv = (await flow('stays', ...args, '--csv')).out.trim().split('\r\n')
    expect(csv[0]).toBe(
      '"status","stage","kind","entered","left","by","time","counted","blocked","active","waiting","rework","moves","undone"',
    )
    expect(csv.slice(1).map(line => line.slice(1, -1).split('","'))).toEqual(
      stays.map((stay: Record<string, unknown>) =>
        Object.values(stay).map(value => (Array.isArray(value) ? value.join(' ') : String(value ?? ''))),
      ),
    )
  })

  it('shows the stays of an issue in a terminal of 80 columns', async () => {
    const { items } = JSON.parse((await flow('items', ...WEB, 'state=all', 'from=2020-01-01', '--json')).out)
    for (const { key } of items.filter((item: { reopened: number }) => item.reopened > 0).slice(0, 3)) {
      const { status, out } = await flow('stays', `issueKey=${key}`, `asOf=${DEMO_END}`)
      expect(status).toBe(0)
      expect(out).toMatch(
        /^STATUS +STAGE +ENTERED +TIME +COUNTED +WAITING +MOVES\n[^\n]+ \d{4}-\d\d-\d\d +[\d.]+ [dh] /,
      )
      expect(out).toMatch(/\nTotal +[\d.]+ [dh] +[\d.]+ [dh]\n$/)
      expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
    }
  })

  it('knows no stays of an issue that does not exist at asOf', async () => {
    const none = await flow('stays', 'issueKey=WEB-99999', 'returns=never')
    expect(none.status).toBe(2)
    expect(none.err).toContain("ERROR: issueKey 'WEB-99999' is not the key of an issue")
    expect(none.err).toContain("returns 'never' is not a possible value")
    const early = await flow('stays', 'issueKey=WEB-1', 'asOf=2001-01-01')
    expect(early.err).toContain("ERROR: issueKey 'WEB-1' is not the key of an issue that existed at asOf.")
    expect((await flow('stays')).err).toContain('ERROR: issueKey is required.')
  })

  it('forecasts from the throughput of 84 days', async () => {
    const json = JSON.parse((await flow('forecast', ...WEB, 'count=30', 'until=2025-07-31', '--json')).out)
    const { sample, when, howMany, backtest } = json
    const days = ['from=2025-04-08', 'to=2025-07-01', 'bucket=day']
    const { buckets } = JSON.parse((await flow('throughput', ...WEB, ...days, '--json')).out)
    expect(sample).toMatchObject({
      from: '2025-04-08',
      to: '2025-07-01',
      counts: buckets.map(({ finished }: { finished: number }) => finished),
    })
    const percents = [50, 70, 85, 95]
    expect(when.byPercent).toEqual(
      percents.map(percent => {
        const days = drained(drawsUntil(sample.counts, 30, [percent]))[0]!
        return { percent, days, date: dateAfter('2025-07-01', days) }
      }),
    )
    expect(howMany).toMatchObject({ days: 30, until: '2025-07-31' })
    const counts = drained(sumsAfter(sample.counts, 30, percents))
    expect(howMany.byPercent.map(({ count }: { count: number }) => count)).toEqual(counts)
    expect(backtest).toMatchObject({ percent: 85, days: 28, of: expect.any(Number) })
    expect(backtest.of).toBeGreaterThan(40)
    expect(backtest.cameTrue).toBeLessThanOrEqual(backtest.of)
  })

  it('leads from the issues of a forecast to them', async () => {
    const { when } = JSON.parse((await flow('forecast', ...WEB, '--json')).out)
    expect(when.count).toBeGreaterThan(0)
    expect(await itemsOf(when.items)).toBe(when.count)
  })

  it('shows the parts of a forecast in a terminal of 80 columns, with the issues of each', async () => {
    const others = 'type != Bug AND (priority in (Low, Lowest) OR labels is not EMPTY)'
    const then = ['then=type = Bug', `then=${others}`, 'then=type = Bug']
    const { parts, when } = JSON.parse((await flow('forecast', ...WEB, ...then, '--json')).out)
    const open = async (query: string) => {
      const issues = ['filterType=customjql', `customjql=project = WEB AND ${query}`, `asOf=${DEMO_END}`]
      return JSON.parse((await flow('items', ...issues, 'state=inProgress,parked,notStarted', '--json')).out).total
    }
    const counts = [await open('type = Bug'), await open(others)]
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(parts.map(({ count }: { count: number }) => count)).toEqual([
      ...[when.count - counts[0] - counts[1], ...counts, 0],
    ])
    for (const measure of ['forecast', 'dashboard']) {
      const { out } = await flow(measure, ...WEB, ...then)
      expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
      const date = parts[1].when.byPercent[2].date
      expect(out).toMatch(new RegExp(`^first ${parts[0].count} issues +50 % +by `, 'm'))
      expect(out).toMatch(new RegExp(`^then ${counts[0]} of type = Bug +85 % +by ${date}$`, 'm'))
      expect(out).toMatch(new RegExp(`^then ${counts[1]} of type != Bug AND \\(priority.* +95 % +by `, 'm'))
    }
  })

  it('names the queries of a forecast that are wrong, and exits with 2', async () => {
    const { status, err } = await flow('forecast', ...WEB, 'then=type = Bug', 'then=nope = 1', 'then=type =')
    expect(status).toBe(2)
    expect(err.replaceAll(/\s+/g, ' ')).toContain('then number 3: Error in JQL Query: Expecting either')
    expect(err.replaceAll(/\s+/g, ' ')).toContain("number 2: Field 'nope' does not exist")
  })

  it('leads from each past forecast to what finished in its four weeks', async () => {
    const { backtest } = JSON.parse((await flow('forecast', ...WEB, '--json')).out)
    const { forecasts } = backtest as { forecasts: Forecast[] }
    expect(forecasts).toHaveLength(backtest.of)
    expect(forecasts.filter(({ cameTrue }) => cameTrue)).toHaveLength(backtest.cameTrue)
    expect(new Set(forecasts.map(({ from }) => new Date(from).getUTCDay()))).toEqual(new Set([1]))
    for (const { atLeast, finished, cameTrue, items } of sample('past forecasts', forecasts, 2)) {
      expect([await itemsOf(items), cameTrue]).toEqual([finished, finished >= atLeast])
    }
  })

  it('leads from the reopenings of a person to the issues', async () => {
    const request = [...WEB, 'from=2024-01-01', '--json']
    const { reopened } = JSON.parse((await flow('summary', ...request)).out)
    const counts = reopened.by.map(({ issues }: { issues: number }) => issues)
    expect(new Set(counts).size).toBeGreaterThan(1)
    const by = reopened.by as { issues: number; items: Record<string, string> }[]
    for (const { issues, items } of sample('reopened by', by, 2)) expect(await itemsOf(items)).toBe(issues)
  })

  it('says first that no issue matches, and gives no other reason', async () => {
    const none = [...WEB, 'startDate=1990-01-01', 'endDate=1990-02-01', 'dateRangeField=created']
    const measures = ['summary', 'ageing', 'waits', 'forecast', 'throughput', 'dashboard', 'items']
    for (const measure of sample('measures', measures, 1)) {
      const { status, out, err } = await flow(measure, ...none)
      expect([measure, status, err]).toEqual([measure, 0, 'No issue matches the query.\n'])
      expect(out).not.toMatch(/needs|Save|fewer/)
      expect(JSON.parse((await flow(measure, ...none, '--json')).out).warnings).toEqual(['No issue matches the query.'])
    }
    const group = await flow('throughput', ...WEB, 'groupBy=issuetype', 'inGroup=["Nope"]')
    expect(group.err).toBe('No issue of the query is in the group Nope. flow/summary has all groups.\n')
  })

  it('promises no date for issues that are all finished', async () => {
    const done = ['filterType=customjql', 'customjql=project = WEB and statusCategory = Done', `asOf=${DEMO_END}`]
    const { when, noWhen, howMany } = JSON.parse((await flow('forecast', ...done, '--json')).out)
    expect([when, noWhen]).toEqual([null, 'All issues of the query are finished. Send count to forecast others.'])
    expect(howMany).not.toBeNull()
    expect((await flow('forecast', ...done)).out).not.toMatch(/^0 issues/m)
  })

  it('shows no waiting time if nothing can wait, and no blocked time if nothing blocks', async () => {
    const { noWaiting } = JSON.parse((await flow('waits', ...WEB, '--json')).out)
    expect(noWaiting).toMatch(/^Flow efficiency needs a waiting stage/)
    const { out } = await flow('waits', ...WEB)
    expect(out).not.toMatch(/WAITING|BLOCKED/)
    expect(out).toContain("\nThe workflow 'default' has neither.\n")
  })

  it('shows the percentiles of the time in each status, or the times of a few issues', async () => {
    const time = timeFormat(86_400_000)
    for (const more of [[], ['from=-4d']]) {
      const { statuses } = JSON.parse((await flow('waits', ...WEB, ...more, '--json')).out)
      const { out } = await flow('waits', ...WEB, ...more)
      for (const { status, issues, percentiles, values } of statuses) {
        const shown = values === null ? [50, 85].map(percent => time(percentiles[percent].value)) : []
        expect(out).toMatch(new RegExp(`^${status} .* ${[issues, ...shown].join(' +')}\\b`, 'm'))
        if (values !== null) expect(out.replaceAll(/,\n +/g, ', ')).toContain(values.map(time).join(', '))
      }
      expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
    }
    expect((await flow('waits', ...WEB, 'from=-4d')).out).toMatch(/\nSTATUS +TIMES OF FEWER THAN TEN ISSUES\n/)
    const wide = await flow('waits', ...WEB, 'percentiles=10,20,30,40,50,60,70,80')
    expect(wide.out).toMatch(/^STATUS +STAGE +ISSUES +10 % .*\n(.+\n)+\nSTATUS +.*80 %/)
    expect(wide.out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  it('says which filters of items find no issue, whatever the issues are', async () => {
    const found = async (...parameters: string[]) => {
      const { total, warnings } = JSON.parse((await flow('items', ...WEB.slice(0, 2), ...parameters, '--json')).out)
      return [total, warnings.filter((text: string) => text.includes('finds no issue'))]
    }
    expect(await found('only=blockedNow', `asOf=${DEMO_END}`)).toEqual([
      0,
      ["only=blockedNow finds no issue: nothing blocks issues in the workflow 'default'."],
    ])
    expect(await found('only=overSle', 'asOf=2024-03-01')).toEqual([
      0,
      [expect.stringMatching(/^only=overSle finds no issue. There is no SLE: fewer than 20 issues /)],
    ])
    expect((await flow('items', ...WEB, 'state=finished', 'wasIn=Review', 'only=reopened')).err).toMatch(
      /^No issue matches state, only and wasIn\.\n/,
    )
  })

  it('shows the time in the status by which it sorts', async () => {
    const { out } = await flow('items', ...WEB, 'state=finished', 'wasIn=Code Review', 'orderBy=time', 'pageSize=20')
    expect(out).toMatch(/ IN STATUS\n/)
    const times = [...out.matchAll(/([\d.]+) d\n/g)].map(([, days]) => Number(days))
    expect(times.length).toBeGreaterThan(5)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  it('says that a window after asOf has no time', async () => {
    const { warnings, buckets } = JSON.parse((await flow('throughput', ...WEB, 'from=2026-01-01', '--json')).out)
    expect(warnings).toContain('from is after asOf 2025-07-01T00:00:00.000Z, so there is no time to measure.')
    expect(buckets).toEqual([])
  })

  it('says why there is no forecast', async () => {
    const early = await flow('forecast', 'filterType=project', 'projectKey=WEB', 'asOf=2024-01-20')
    expect(early.err).toContain('The first issue was created 12 days before asOf. A forecast needs 56 days.')
    const wrong = await flow('forecast', ...WEB, 'count=0', 'until=2025-07-01', 'percentiles=100')
    expect(wrong.err.match(/ERROR: (count|until|percentiles)/g)).toHaveLength(3)
  })

  it('says where the next page starts, and has all issues in CSV', async () => {
    const all = ['from=2020-01-01', 'state=finished', ...WEB]
    const { out, err } = await flow('items', ...all)
    expect(out.trimEnd().split('\n')).toHaveLength(201)
    const { total } = JSON.parse((await flow('items', ...all, '--json')).out)
    expect(err).toContain(`There are ${total} issues. The next page has startIssueIndex=200.\n`)
    expect((await flow('items', ...all, '--csv')).err).not.toContain('next page')
  })

  it('writes in CSV why numbers are missing', async () => {
    const { err } = await flow('summary', ...WEB, '--csv')
    expect(err.replaceAll(/\s+/g, ' ')).toContain('Warning: Flow efficiency needs a waiting stage, or something that')
    const forecast = await flow('forecast', 'filterType=project', 'projectKey=OPS', `asOf=${DEMO_END}`, ...MANY)
    expect(forecast.err).toContain('Warning: Not within ten years.\n')
  })

  it('shows who reopened issues, and explains what its columns compare', async () => {
    const { reopened } = JSON.parse((await flow('summary', ...WEB, '--json')).out)
    const { out } = await flow('summary', ...WEB)
    const [, table] = /\nREOPENED BY +ISSUES +TIMES\n((?:.+\n)+)\n/.exec(out)!
    const people = reopened.by as { user: string; issues: number; reopenings: number }[]
    expect(people.length).toBeGreaterThan(2)
    expect(
      table!
        .trimEnd()
        .split('\n')
        .map(line => line.split(/ {2,}/)),
    ).toEqual(people.map(({ user, issues, reopenings }) => [user, String(issues), String(reopenings)]))
    const pace = 'PACE is the share of finished issues that had left the stage by this age.\n'
    expect((await flow('ageing', ...WEB)).out).toContain(pace)
    expect((await flow('ageing', ...WEB, 'from=2025-06-30', 'to=2025-06-30')).out).not.toContain(pace)
  })

  it('takes the format from its own options', async () => {
    const { status, err } = await flow('summary', ...WEB, 'outputType=csv')
    expect([status, err]).toEqual([2, 'Choose --json or --csv instead of outputType.\n'])
  })

  it('says why an answer is empty', async () => {
    const none = await flow('summary', 'filterType=customjql', 'customjql=summary ~ zebra')
    expect(none).toMatchObject({ status: 0, err: expect.stringContaining('No issue matches the query.\n') })
    const early = await flow('summary', ...WEB, 'from=2001-01-01', 'to=2001-02-01')
    expect(early.err).toContain('No issue finished between from and to.')
  })

  it('rejects wrong requests with all their mistakes', async () => {
    const wrong = await flow('summary', 'filterType=project', 'returns=never')
    expect(wrong.status).toBe(2)
    expect(wrong.err).toContain("returns 'never' is not a possible value")
    expect(wrong.err).toContain('projectKey is required')
    const unknown = await flow('sumary', ...WEB)
    expect(unknown).toMatchObject({ status: 2, err: expect.stringContaining("Did you mean 'summary'?") })
  })
})
