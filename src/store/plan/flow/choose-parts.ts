import type { Steps } from '../../../core/base/in-slices.ts'
import { bindJql } from '../../../core/jql/bind-jql.ts'
import type { BoundCondition } from '../../../core/jql/bound-query.ts'
import { countSearches } from '../../../core/jql/check/count-searches.ts'
import { CLAUSES_LIMIT, SEARCHES_LIMIT } from '../../../core/jql/limits.ts'
import { parseJqlInSteps } from '../../../core/jql/parse-jql.ts'
import { printJql } from '../../../core/jql/print-jql.ts'
import type { JqlQuery } from '../../../core/jql/query-tree.ts'
import type { Instant } from '../../../core/time/instant.ts'
import type { Zone } from '../../../core/time/zone.ts'
import { collectJqlErrors, jqlContext } from '../choose-issues.ts'
import type { PlanContext } from '../plan-context.ts'
import { withProjectNumbers } from '../project-numbers.ts'
import { quoted } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import type { PlannedMeasure } from './flow-parameters.ts'
import { wholeNumber } from './whole-number.ts'

/** A part of the work after the first one: the issues that its query matches, and no query of an earlier part. */
export interface PlannedPart {
  readonly query: string
  readonly where: BoundCondition
}

type Values = RequestValues<'then' | 'part'>

/** The most parts after the first one. */
const MAX_THEN = 20

/** Parses the queries of `then`, in steps; `null` for one with errors. They may name issues, which planning needs. */
export function* parseThen(values: Values): Steps<readonly (JqlQuery | null)[]> {
  const texts = values.all('then')
  if (texts.length > MAX_THEN) {
    values.problems.add('then', `is given ${texts.length} times. Allowed: at most ${MAX_THEN} times`)
    return []
  }
  const queries = []
  for (const [i, text] of texts.entries())
    queries.push(yield* collectJqlErrors(values, 'then', parseJqlInSteps(text), numbered(i)))
  return queries
}

/** Resolves the names in the queries of `then`. Relative dates in them count from `now`. All together have the limits of one query. */
export function* chooseParts(
  values: Values,
  queries: readonly (JqlQuery | null)[],
  context: PlanContext,
  now: Instant,
  zone: Zone,
): Steps<readonly PlannedPart[]> {
  const names = jqlContext(context, now, zone)
  const parts = []
  let [searches, clauses] = [0, 0]
  for (const [i, query] of queries.entries()) {
    const bound = query && (yield* collectJqlErrors(values, 'then', bindJql(query, names), numbered(i)))
    if (bound === null) continue
    searches += countSearches(bound.where)
    clauses += countClauses(bound.where)
    for (const warning of bound.warnings) values.warn(warning)
    parts.push({ query: printJql(bound.query), where: withProjectNumbers(bound.where, context.catalogue) })
    if (searches > SEARCHES_LIMIT || clauses > CLAUSES_LIMIT) break
    yield
  }
  if (searches > SEARCHES_LIMIT) {
    const kinds = 'searches of texts, histories and values that are not stored with their issue'
    values.problems.add('then', `needs more than ${SEARCHES_LIMIT} ${kinds}, all queries together`)
  }
  if (clauses > CLAUSES_LIMIT)
    values.problems.add('then', `has more than ${CLAUSES_LIMIT} clauses, all queries together`)
  return parts
}

/** Reads the part that selects items: its number from 1; `null` for all parts. */
export function choosePart(values: Values, { parameters }: PlannedMeasure): number | null {
  const [text, then] = [values.text('part'), values.all('then')]
  if (text === undefined) {
    if (then.length > 0 && parameters.includes('part')) values.warn('then was ignored: there is no part.')
    return null
  }
  if (then.length === 0 && !values.problems.has('then')) values.require('then', ' with part')
  const [part, most] = [wholeNumber(text), then.length + 1]
  if (part !== null && part >= 1 && (part <= most || then.length === 0)) return part
  values.problems.add('part', `${quoted(text)} is not possible. Allowed: whole numbers from 1 to ${most}`)
  return null
}

function countClauses(condition: BoundCondition): number {
  return condition.kind === 'and' || condition.kind === 'or'
    ? condition.conditions.reduce((sum, part) => sum + countClauses(part), 0)
    : 1
}

function numbered(i: number): string {
  return `number ${i + 1}: `
}
