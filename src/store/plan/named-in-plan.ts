import { systemFieldsById } from '../../core/fields/system-fields.ts'
import type { BoundCondition, HistoryValues } from '../../core/jql/bound-query.ts'
import type { ReportPlan } from './report-plan.ts'

/**
 * The kinds of items that a report can name, in addition to its issues. `login` is a user whose login name, key or
 * account id is known to the caller.
 */
export type NamedKind =
  | 'component'
  | 'field'
  | 'group'
  | 'issue'
  | 'login'
  | 'priority'
  | 'project'
  | 'query'
  | 'resolution'
  | 'sprint'
  | 'status'
  | 'type'
  | 'user'
  | 'version'

/** Names by kind: the tracker's ids; names of groups; ids of saved queries. */
export type NamedIds = Readonly<Partial<Record<NamedKind, readonly string[]>>>

const KIND_OF_FIELD: Readonly<Record<string, NamedKind>> = {
  component: 'component',
  issue: 'issue',
  key: 'issue',
  priority: 'priority',
  project: 'project',
  resolution: 'resolution',
  sprint: 'sprint',
  status: 'status',
  type: 'type',
  user: 'user',
  version: 'version',
}

type Add = (kind: NamedKind | undefined, ids: readonly string[]) => void

/** Returns what the columns and the query of a plan name. `savedQuery` is the id of its saved query, if it has one. */
export function namedInPlan(plan: ReportPlan, savedQuery: string | undefined): NamedIds {
  const named = new Map<NamedKind, Set<string>>()
  const add: Add = (kind, ids) => {
    if (kind === undefined || ids.length === 0) return
    const known = named.get(kind) ?? new Set()
    // All users may know the system fields; permissions only apply to their values.
    for (const id of ids) if (kind !== 'field' || !systemFieldsById.has(id)) known.add(id)
    named.set(kind, known)
  }
  add('query', [...(savedQuery === undefined ? [] : [savedQuery]), ...plan.namesInText.filters])
  add('status', plan.statusColumns?.flatMap(({ members, leftOut }) => [...members, ...leftOut]) ?? [])
  add('user', plan.assignees ?? [])
  add('group', [...(plan.groups ?? []), ...plan.namesInText.groups])
  const shown = [...plan.historyFields, ...plan.groupBy, ...plan.fields, ...plan.order]
  add(
    'field',
    shown.flatMap(({ field }) => field?.id ?? []),
  )
  addCondition(plan.where, add)
  return Object.fromEntries([...named].map(([kind, ids]) => [kind, [...ids]]))
}

function addCondition(condition: BoundCondition, add: Add): void {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return
    case 'and':
    case 'or':
      for (const part of condition.conditions) addCondition(part, add)
      return
    case 'keyRange':
      add('project', [condition.project])
      return
    case 'text':
      add(
        'field',
        condition.fields.map(({ id }) => id),
      )
      return
    case 'issueSet':
      addIssueSet(condition.set, add)
      return
    case 'single':
    case 'multi':
      add(KIND_OF_FIELD[condition.field.kind], condition.ids)
      break
    case 'was':
      addValues(condition.field.kind, [condition.values], add)
      addActors(condition.by, add)
      break
    case 'changed':
      addValues(condition.field.kind, [...condition.valuesFrom, ...condition.valuesTo], add)
      addActors(condition.by, add)
      break
    case 'compare':
    case 'empty':
  }
  add('field', [condition.field.id])
}

function addIssueSet(set: Extract<BoundCondition, { kind: 'issueSet' }>['set'], add: Add): void {
  if (set.kind === 'linkedIssues') add('issue', [set.issue])
  else if (set.kind === 'updatedBy') add('user', set.users)
  else addValues('status', [set.values], add)
}

function addValues(kind: string, values: readonly HistoryValues[], add: Add): void {
  for (const { ids } of values) add(KIND_OF_FIELD[kind], ids)
}

function addActors(by: Extract<BoundCondition, { kind: 'was' }>['by'], add: Add): void {
  for (const { ids } of by) add('user', ids)
}
