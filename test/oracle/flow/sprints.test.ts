import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import {
  type SprintDates,
  sprintEnd,
  sprintPart,
  sprintSpan,
  sprintStart,
  sprintTotals,
} from '../../../src/core/measure/flow/sprints.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { sprintParts } from '../../../src/store/plan/flow/flow-parameters.ts'
import { bigint, plain, sql, varchar } from '../../../src/store/sql/sql.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import { DAWN, NOW, type Tracker, worldField } from '../../support/tracker-world.ts'
import { stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares flow/sprints with the definitions in src/core/measure/flow/sprints.ts, and follows its links.
flowOracle('sprints match the definitions', 8, check, withSprints)

/** The field of the world whose values are sprints here. */
const PLANNED = 'fixVersions'

/** Returns the tracker with sprints instead of versions, and with issues without a log. */
function withSprints({ issues }: Tracker): Tracker {
  const name = (field: string) => (field === PLANNED ? 'sprint' : field)
  return {
    issues: issues.map((issue, i) => ({
      ...issue,
      hasLog: i % 5 !== 0,
      present: new Map([...issue.present].map(([field, values]) => [name(field), values])),
      changes: issue.changes.map(change => ({ ...change, field: name(change.field) })),
    })),
  }
}

interface Sprint extends SprintDates {
  readonly id: string
}

/** Returns the sprints of a request: of different lengths, at instants at which issues change. One has no dates. */
function sprintsOf({ from, to, reopenTolerance }: FlowOracleRequest, instants: readonly number[]): Sprint[] {
  const ids = worldField(PLANNED).values.map(({ id }) => id)
  const at = (i: number) => instants[Math.abs(i) % Math.max(1, instants.length)] ?? DAWN
  const turn = Math.floor(from / 3_600_000) + reopenTolerance
  return [
    { id: ids[0]!, start: at(turn), end: at(turn * 7 + 3), completed: null },
    { id: ids[1]!, start: Math.min(from, at(turn * 5)), end: to, completed: at(turn * 3 + 1) },
    { id: ids[2]!, start: turn % 3 === 0 ? null : at(turn * 11), end: null, completed: null },
  ]
}

async function saveSprints(store: Store, sprints: readonly Sprint[]): Promise<void> {
  const number = (value: number | null) => (value === null ? sql`cast(null as bigint)` : bigint(value))
  await store.transact(async run => {
    await run(plain('delete from sprint'))
    for (const { id, start, end, completed } of sprints) {
      await run(
        sql`insert into sprint select ${varchar(id)}, ${varchar(`Sprint ${id}`)}, null, ${number(start)}, ${number(end)}, 2, 0, ${number(completed)}`,
      )
    }
  })
}

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const changes = tracker.issues.flatMap(({ changes }) => changes.filter(({ field }) => field === 'sprint'))
  const sprints = sprintsOf(
    generated,
    changes.map(change => change.at),
  )
  await saveSprints(store, sprints)
  const deps = flowDeps(store)
  const ask = (endpoint: 'sprints' | 'items', more: Readonly<Record<string, string>> = {}) =>
    flowText({ endpoint, parameters: flowParametersOf(request, more) }, deps)
  const answer = checkedFlow('sprints', await ask('sprints'))
  const actual = {
    sprints: answer.sprints.map(one => ({
      id: one.id,
      start: Date.parse(one.start),
      end: one.end === null ? null : Date.parse(one.end),
      isOver: one.isOver,
      ...Object.fromEntries(sprintParts.map(part => [part, one[part].count])),
    })),
    undated: answer.undated,
    finished: answer.finished.count,
    perIssue: answer.perIssue.map(({ sprints, issues }) => [sprints, issues]),
  }
  const expected = expectedSprints(tracker, sprints, request, asOf)
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
  const numbers = [
    ...answer.sprints.flatMap(one => sprintParts.map(part => [one[part].count, one[part].items] as const)),
    ...answer.perIssue.map(({ issues, items }) => [issues, items] as const),
    [answer.finished.count, answer.finished.items] as const,
  ]
  for (const [count, link] of numbers) {
    expect([JSON.parse(await ask('items', { ...link, pageSize: '1' })).total, link]).toEqual([count, link])
  }
}

function expectedSprints(tracker: Tracker, sprints: readonly Sprint[], request: FlowOracleRequest, asOf: number) {
  const last = request.to === null ? asOf : Math.min(asOf, request.to - 1)
  const issues = stagedIssues(tracker, request, asOf).map(({ issue, stays }) => ({
    moments: flowMoments(stays),
    staysIn: (id: string) =>
      issue.history.hasLog
        ? issue.of('sprint').filter(({ value, entered }) => value?.id === id && entered <= asOf)
        : [],
  }))
  const started = sprints.flatMap(sprint => {
    const span = sprintSpan(sprint, asOf)
    return span === null ? [] : [{ sprint, span }]
  })
  const shown = started.flatMap(({ sprint, span }) => {
    const own = issues.map(({ moments, staysIn }) => ({ moments, stays: staysIn(sprint.id) }))
    const isIn = own.some(({ stays }) => sprintPart(stays, span) !== null)
    if (!isIn || span.start > last || span.until < request.from) return []
    const { start, isOver } = span
    return [{ id: sprint.id, start, end: sprintEnd(sprint), isOver, ...sprintTotals(own, span) }]
  })
  const finished = issues.filter(
    ({ moments: { finish } }) => finish !== null && finish >= request.from && finish <= last,
  )
  const counts = finished.map(
    ({ staysIn }) => started.filter(({ sprint, span }) => sprintPart(staysIn(sprint.id), span) !== null).length,
  )
  return {
    sprints: shown.toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1)),
    undated: sprints.filter(
      sprint =>
        sprintStart(sprint) === null &&
        issues.some(({ staysIn }) => staysIn(sprint.id).some(({ entered, left }) => left !== entered)),
    ).length,
    finished: finished.length,
    perIssue: [...new Set(counts)]
      .toSorted((a, b) => a - b)
      .map(count => [count, counts.filter(one => one === count).length]),
  }
}
