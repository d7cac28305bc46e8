import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sprintParts } from '../../../src/store/plan/flow/flow-parameters.ts'
import { IS_DEEP, SEED, sample } from '../../support/sampling.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const DAYS = 40
const AS_OF = DAYS * 24
const STATUSES = ['Open', 'Doing', 'Waiting', 'Review', 'Done']

/** Lives of issues: the status at creation, and changes at different whole hours. The status Waiting is in no stage. */
const histories = fc
  .array(
    fc.record({
      first: fc.constantFrom(...STATUSES),
      hours: fc.uniqueArray(fc.integer({ min: 0, max: AS_OF - 1 }), { minLength: 1, maxLength: 7 }),
      next: fc.array(fc.constantFrom(...STATUSES), { minLength: 7, maxLength: 7 }),
      blocked: fc.boolean(),
      planned: fc.constantFrom('-', 's1', 's2', 's1+s2'),
    }),
    { minLength: 10, maxLength: 15 },
  )
  .map(issues =>
    issues.flatMap(({ first, hours, next, blocked, planned }, i) => {
      const [created, ...changes] = hours.toSorted((a, b) => a - b)
      const life = [`${first}@${created}`]
      let status = first
      for (const [n, hour] of changes.entries()) {
        if (next[n] === status) continue
        status = next[n]!
        life.push(`${status}@${hour}`)
      }
      const key = `AB-${i + 1}`
      return [
        `${key} status ${life.join(' ')}`,
        `${key} sprint -@${created} ${planned}@${AS_OF - 1 - 24 * i}`,
        ...(blocked ? [`${key} labels -@${created} blocked@${AS_OF - 1}`] : []),
      ]
    }),
  )

const SPRINTS = [
  { id: 's1', start: AS_OF - 600, end: AS_OF - 200 },
  { id: 's2', start: AS_OF - 200 },
]

const SLE = { percent: 85, ms: 40 * 3_600_000 }

type Link = Readonly<Record<string, string>>

/** Windows within the lives of the issues, with a part of a week at both ends. The last ones have relative dates. */
const WINDOWS = [
  { from: '2024-03-13', to: '2024-04-03 12:00' },
  { from: '2024-03-09' },
  { from: '2024-03-09', startDate: '-30d', dateRangeField: 'created' },
  { from: '2024-03-13', to: '-9d' },
  { from: '-23d', to: 'startOfWeek()' },
]

/** The number of windows of a run. Each kind of link is followed in one of them, in the long run in all. */
const DRAWN = 2

describe('the links of flow', () => {
  it.each(sample('windows', WINDOWS, DRAWN).map((window, location) => [window, location] as const))(
    'lead from numbers to as many issues: %j',
    async (window, location) => {
      for (const lines of fc.sample(histories, { seed: SEED, numRuns: IS_DEEP ? 4 : 1 })) {
        await withTeam(lines, AS_OF, ask => followLinks(ask, window, location), { sle: SLE }, SPRINTS)
      }
    },
  )
})

/** Follows the links of some kinds: one link of each kind, or all in the long run. */
async function followLinks(ask: Ask, window: Link, location: number): Promise<void> {
  const kinds = new Map<string, Counted[]>()
  for (const one of await links(ask, window)) {
    const kind = one[0].replace(/ \d{4}-\S+$/, '')
    kinds.set(kind, [...(kinds.get(kind) ?? []), one])
  }
  const drawn = [...kinds].flatMap(([kind, all], i) =>
    IS_DEEP || i % DRAWN === location ? sample(`links ${kind}`, all, 1) : [],
  )
  expect(drawn.length).toBeGreaterThan(10)
  for (const [name, count, link, isEvents] of drawn) {
    const { total } = JSON.parse(await ask('items', { ...window, ...link, pageSize: '1' }))
    // An issue can arrive twice.
    if (isEvents) expect([Math.min(total, 1), total <= count], name).toEqual([Math.min(count, 1), true])
    else expect(total, `${name} ${JSON.stringify(link)}`).toBe(count)
  }
}

type Counted = readonly [name: string, count: number, link: Link, isEvents?: boolean]

/** Returns the numbers of several answers with their links: those of the whole window, then those of each of its periods. */
async function links(ask: Ask, window: Link): Promise<Counted[]> {
  const answer = async (endpoint: Parameters<Ask>[0]) => JSON.parse(await ask(endpoint, window))
  const summary = await answer('summary')
  const waits = await answer('waits')
  const throughput = await answer('throughput')
  const ageing = await answer('ageing')
  const stages = await answer('stages')
  const blocked = await answer('blocked')
  const sprints = await answer('sprints')
  const stability = JSON.parse(await ask('stability', { ...window, compare: 'previous' }))
  const { attention } = await answer('dashboard')
  const { sample } = await answer('forecast')
  const { firstTimeThrough: first, reopened } = summary
  const counted = ['inProgress', 'blockedNow', 'notStarted'].map(
    (name): Counted => [name, summary[name].count, summary[name].items],
  )
  const buckets = async (endpoint: 'wip' | 'cumulative') => (await answer(endpoint)).buckets as Bucket[]
  const whole: Counted[] = [
    ...counted,
    ['unmapped', summary.unmapped.issues, summary.unmapped.items],
    ['finished', summary.finished, summary.items],
    ['withoutStart', summary.withoutStart, summary.itemsWithoutStart],
    ['withStart', summary.cycleTime.count, summary.itemsWithStart],
    ['first time', first.count, first.items],
    ['not first time', first.of - first.count, first.itemsNot],
    ...(summary.withinSle ? [['within SLE', summary.withinSle.count, summary.withinSle.items] as const] : []),
    ['reopened', reopened.issues, reopened.items],
    ['finished in waits', waits.finished.count, waits.finished.items],
    ['without start in waits', waits.finished.withoutStart, waits.finished.itemsWithoutStart],
    ...ageing.stages.map(({ name, inProgress, items }: { name: string; inProgress: number; items: Link }) => [
      `ageing in ${name}`,
      inProgress,
      items,
    ]),
    ...[stability, stability.previous].flatMap((one: Stability, i): Counted[] => [
      [`arrivals of window ${i}`, one.arrivals, one.itemsArrived, true],
      [`departures of window ${i}`, one.departures, one.itemsDeparted, true],
      [`in progress at the start of window ${i}`, one.start.wip, one.start.items],
      [`in progress at the end of window ${i}`, one.end.wip, one.end.items],
      [`finished with a start in window ${i}`, one.finished.count, one.finished.items],
    ]),
    ['in progress in all stages', stages.wip, stages.items],
    ['finished in stages', stages.finished.count, stages.finished.items],
    ...stages.stages.flatMap((row: Stage): Counted[] => [
      [`in progress in ${row.name}`, row.wip, row.items],
      [`finished in ${row.name}`, row.finishedIssues, row.itemsFinished],
    ]),
    ['finished in blocked', blocked.finished.count, blocked.finished.items],
    ['blocked now', blocked.blockedNow.count, blocked.blockedNow.items],
    ...[blocked.union, ...blocked.reasons].flatMap(({ reason, finished, now, blocksNow }: Reason): Counted[] => [
      [`finished, blocked by ${reason}`, finished.issues, finished.items],
      [`blocked now, ever by ${reason}`, now.issues, now.items],
      ...(blocksNow ? [[`blocked now by ${reason}`, blocksNow.count, blocksNow.items] as const] : []),
    ]),
    ['finished in sprints', sprints.finished.count, sprints.finished.items],
    ...sprints.perIssue.map((row: { sprints: number; issues: number; items: Link }) => [
      `finished in ${row.sprints} sprints`,
      row.issues,
      row.items,
    ]),
    ...sprints.sprints.flatMap((row: Sprint): Counted[] =>
      sprintParts.map(part => [`${part} of ${row.id}`, row[part].count, row[part].items]),
    ),
    ['previous work in progress', attention.inProgress.previous, attention.inProgress.itemsPrevious],
    ...(attention.overSle
      ? [['previous over the SLE', attention.overSle.previous, attention.overSle.itemsPrevious] as const]
      : []),
    ['sample', sample.counts.reduce((all: number, one: number) => all + one, 0), sample.items],
    ...waits.statuses.map((row: { status: string; issues: number; items: Link }) => [
      `in ${row.status}`,
      row.issues,
      row.items,
    ]),
    ...waits.goesBack.map((row: { from: string; to: string; issues: number; items: Link }) => [
      `from ${row.from} to ${row.to}`,
      row.issues,
      row.items,
    ]),
    ['finished in all periods', throughput.finished, throughput.items],
    ['without start in all periods', throughput.withoutStart, throughput.itemsWithoutStart],
  ]
  const periods: Counted[] = [
    ...(throughput.buckets as Bucket[]).flatMap((row): Counted[] => [
      [`finished ${row.bucket}`, row.finished, row.items],
      [`without start ${row.bucket}`, row.withoutStart, row.itemsWithoutStart],
      [`with start ${row.bucket}`, row.finished - row.withoutStart, row.itemsWithStart],
      [`reopened since ${row.bucket}`, row.reopenedSince, row.itemsReopenedSince],
      [`within SLE ${row.bucket}`, row.withinSle.count, row.withinSle.items],
    ]),
    ...(await buckets('wip')).flatMap((row): Counted[] => [
      [`wip ${row.bucket}`, row.wip, row.items],
      [`arrivals ${row.bucket}`, row.arrivals, row.itemsArrived, true],
      [`departures ${row.bucket}`, row.departures, row.itemsDeparted, true],
    ]),
    ...(await buckets('cumulative')).flatMap((row): Counted[] => [
      ...row.stages.flatMap(({ name, reached, state }): Counted[] => [
        [`reached ${name} ${row.bucket}`, reached, { ...row.items, reached: name }],
        [`in ${name} ${row.bucket}`, state, { ...row.items, inStage: name }],
      ]),
      [`went back ${row.bucket}`, row.wentBack, { ...row.items, only: 'behind' }],
    ]),
  ]
  return [...whole, ...periods]
}

interface Stability {
  readonly arrivals: number
  readonly departures: number
  readonly itemsArrived: Link
  readonly itemsDeparted: Link
  readonly start: { readonly wip: number; readonly items: Link }
  readonly end: { readonly wip: number; readonly items: Link }
  readonly finished: { readonly count: number; readonly items: Link }
}

interface Stage {
  readonly name: string
  readonly wip: number
  readonly items: Link
  readonly finishedIssues: number
  readonly itemsFinished: Link
}

type Sprint = Readonly<Record<(typeof sprintParts)[number], { readonly count: number; readonly items: Link }>> & {
  readonly id: string
}

interface Reason {
  readonly reason?: string
  readonly finished: { readonly issues: number; readonly items: Link }
  readonly now: { readonly issues: number; readonly items: Link }
  readonly blocksNow?: { readonly count: number; readonly items: Link }
}

interface Bucket {
  readonly bucket: string
  readonly finished: number
  readonly reopenedSince: number
  readonly wip: number
  readonly arrivals: number
  readonly departures: number
  readonly wentBack: number
  readonly stages: readonly { readonly name: string; readonly reached: number; readonly state: number }[]
  readonly items: Link
  readonly withoutStart: number
  readonly itemsWithoutStart: Link
  readonly itemsWithStart: Link
  readonly itemsReopenedSince: Link
  readonly withinSle: { readonly count: number; readonly items: Link }
  readonly itemsArrived: Link
  readonly itemsDeparted: Link
}
