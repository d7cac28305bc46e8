import { atOnce } from '../../src/core/base/in-slices.ts'
import type { JqlCatalogue } from '../../src/core/catalogue/jql-catalogue.ts'
import type { DictionaryKind } from '../../src/core/fields/field.ts'
import type { FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import { bindJql } from '../../src/core/jql/bind-jql.ts'
import type { BoundSort } from '../../src/core/jql/bound-query.ts'
import type { JqlContext } from '../../src/core/jql/jql-context.ts'
import { parseJql } from '../../src/core/jql/parse-jql.ts'
import { parseZone } from '../../src/core/time/zone.ts'
import { comparedBy, type PlainIssue, type PlainValue, plainEvaluate } from '../core/jql/plain-evaluate.ts'
import { NOW, PROJECTS, type Tracker, USERS, ZONE } from '../support/tracker-world.ts'
import { kindOf, staysOf, worldCatalogue } from './jql-world.ts'

// The definition of a query, without a store: plain issues are tested one by one.

/** The issues of a tracker, in the terms of the query language. */
export interface PlainTracker {
  readonly issues: readonly PlainIssue[]
  readonly context: JqlContext
}

/** A tracker without a store. */
export function plainTracker({ issues }: Tracker): PlainTracker {
  const held = new Map<string, string[]>()
  for (const { field, value } of issues.flatMap(staysOf)) {
    const isNamed = !['text', 'number', 'date', 'datetime'].includes(kindOf(field))
    if (value && isNamed) held.set(field, [...(held.get(field) ?? []), value.label])
  }
  const context: JqlContext = {
    catalogue: worldCatalogue(Object.fromEntries(held)),
    issues: new Map(
      issues.flatMap(({ id, key, number, project }) => {
        const named = { id, key, project: project.id, number }
        return [[id, named] as const, [key, named] as const]
      }),
    ),
    now: NOW,
    zone: parseZone(ZONE.name)!,
    currentUser: null,
  }
  return { issues: issues.map(plainIssue), context }
}

/** Returns the ids of the issues that a query finds, in its order. Throws a JqlError if it cannot be bound. */
export function plainAnswer(query: string, { issues, context }: PlainTracker): string[] {
  const bound = atOnce(bindJql(parseJql(query), context))
  const found = new Set(plainEvaluate(bound, issues))
  const sorts = bound.orderBy.map(sort => comparedBy(sort, sortKeyIn(context.catalogue, sort)))
  const compare = (a: PlainIssue, b: PlainIssue) => {
    for (const by of sorts) {
      const result = by(a, b)
      if (result !== 0) return result
    }
    return 0
  }
  return issues
    .filter(({ id }) => found.has(id))
    .toSorted(compare)
    .map(({ id }) => id)
}

function plainIssue(history: IssueHistory): PlainIssue {
  const { id, project, number, created, updated, resolved, creator, summary, description, changes } = history
  const stays = staysOf(history)
  const values: Record<string, PlainValue[]> = {
    summary: [{ id: '', text: summary }],
    description: description === null ? [] : [{ id: '', text: description }],
    updated: [{ id: '', text: '', at: updated }],
    resolutiondate: resolved === null ? [] : [{ id: '', text: '', at: resolved }],
    creator: creator === null ? [] : [{ id: creator, text: creator }],
  }
  for (const { field, value, left } of stays) {
    if (!value || left !== null || history.present.has(field)) continue
    values[field] = [...(values[field] ?? []), plainValue(field, value)]
  }
  for (const [field, held] of history.present) values[field] = held.map(value => plainValue(field, value))
  return {
    id,
    project: project.id,
    number,
    created,
    creator,
    values,
    links: [],
    stays: stays.map(({ field, value, entered, left, actor }) => ({
      field,
      value: value && plainValue(field, value),
      entered,
      left,
      actor,
    })),
    changes: changes.flatMap(({ field, at, author, from, to }) =>
      membersChanged(from, to).map(([before, after]) => ({
        field,
        at,
        author,
        from: before && plainValue(field, before),
        to: after && plainValue(field, after),
      })),
    ),
  }
}

function plainValue(field: string, { id, label }: FieldValue): PlainValue {
  const kind = kindOf(field)
  if (kind === 'number') return { id, text: label, number: Number(id) }
  if (kind === 'date' || kind === 'datetime') return { id, text: label, at: Date.parse(id) }
  return { id, text: label }
}

/** A change of at most one value to at most one, or the added and removed values of a list. */
function membersChanged(
  from: readonly FieldValue[],
  to: readonly FieldValue[],
): (readonly [FieldValue | null, FieldValue | null])[] {
  if (from.length < 2 && to.length < 2) return [[from[0] ?? null, to[0] ?? null]]
  const isIn = (values: readonly FieldValue[], value: FieldValue) => values.some(({ id }) => id === value.id)
  return [
    ...from.filter(value => !isIn(to, value)).map(value => [value, null] as const),
    ...to.filter(value => !isIn(from, value)).map(value => [null, value] as const),
  ]
}

type SortKeyOf = Parameters<typeof comparedBy>[1]

const RANKED: readonly string[] = ['status', 'type', 'priority', 'resolution', 'version', 'component', 'sprint']

/** Returns the sort key of an issue; of several values the first in order counts. */
function sortKeyIn(catalogue: JqlCatalogue, { field }: BoundSort): SortKeyOf {
  const { id, kind } = field
  if (id === 'issuekey') return issue => `${keyOf(issue)} ${String(issue.number).padStart(9, '0')}`
  if (id === 'project') return ({ project }) => PROJECTS.find(one => one.id === project)!.name.toLowerCase()
  if (id === 'created') return ({ created }) => created
  const sign = kind === 'priority' ? -1 : 1
  const entries = RANKED.includes(kind) ? catalogue.entries(kind as DictionaryKind) : []
  const location = (value: PlainValue): number | string => {
    if (RANKED.includes(kind)) return sign * entries.findIndex(entry => entry.id === value.id)
    if (kind === 'user') return USERS.find(user => user.id === value.id)!.displayName.toLowerCase()
    return value.number ?? value.at ?? value.text.toLowerCase()
  }
  return issue => {
    const locations = (issue.values[id] ?? []).map(location)
    return locations.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null
  }
}

function keyOf({ project }: PlainIssue): string {
  return PROJECTS.find(({ id }) => id === project)!.key
}
