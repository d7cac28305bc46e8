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
import { sprintParts } from '../../../src/store/plan/flow/flow-parameters.ts'
import { answerOf, type FlowCheck, type LinkedNumber, lastOf } from './flow-check.ts'

/** A sprint of the tracker. */
export interface Sprint extends SprintDates {
  readonly id: string
}

/** Compares flow/sprints with the definitions in src/core/measure/flow/sprints.ts. Returns its numbers with links. */
export async function compareSprints(check: FlowCheck, sprints: readonly Sprint[]): Promise<LinkedNumber[]> {
  const answer = await answerOf(check, 'sprints')
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
  const expected = expectedSprints(check, sprints)
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
  return [
    ...answer.sprints.flatMap(one => sprintParts.map(part => [one[part].count, one[part].items] as const)),
    ...answer.perIssue.map(({ issues, items }) => [issues, items] as const),
    [answer.finished.count, answer.finished.items] as const,
  ]
}

function expectedSprints(check: FlowCheck, sprints: readonly Sprint[]) {
  const { request, asOf } = check
  const last = lastOf(check)
  const issues = check.issues.map(({ issue, stays }) => ({
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
