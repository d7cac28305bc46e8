import type { FieldKind } from '../../src/core/fields/field.ts'
import type { Entity, FieldValue, IssueHistory, Observation } from '../../src/core/history/model.ts'

/** The first instant of the world's histories: midnight in its zone. */
export const DAWN = Date.parse('2024-02-28T18:30:00Z')

/** The time of the requests. */
export const NOW = DAWN + 900 * 3_600_000

/** The zone of the world's reports, and its constant offset from UTC. */
export const ZONE = { name: 'Asia/Kolkata', offset: 19_800_000 } as const

/** The statuses of the tracker, in its order, which is neither by id nor by name. */
export const LISTED = [
  { id: '20', label: 'Open' },
  { id: '3', label: 'Doing' },
  { id: '10001', label: 'Review' },
  { id: '7', label: 'Done' },
  // Names are not unique.
  { id: '5', label: 'Done' },
] as const satisfies readonly FieldValue[]

/** A deleted status. */
export const DELETED: FieldValue = { id: '4', label: 'Gone' }

/** All statuses, in the order of reports. */
export const STATUSES: readonly FieldValue[] = [...LISTED, DELETED]

/** A user; `login` is the id of the column. */
export interface WorldUser {
  readonly id: string
  readonly login: string
  readonly displayName: string
  readonly entity: Entity
}

function user(id: string, displayName: string, names: { name?: string; accountId?: string; key?: string }): WorldUser {
  const { name = null, accountId = null, key = null } = names
  return {
    id,
    displayName,
    login: name ?? accountId ?? key ?? id,
    entity: { kind: 'person', id, name, accountId, key, displayName, email: null, active: true, timeZone: null },
  }
}

/** Users whose ids, logins and display names sort in three different orders. */
export const USERS: readonly WorldUser[] = [
  user('juser1', 'Zoe', { name: 'Ann', key: 'JUSER1' }),
  user('acc-2', 'Bob', { accountId: 'Acc-2' }),
  user('cleo', 'Cleo', { key: 'Cleo' }),
  user('dan', 'adam', { name: 'dan' }),
]

/** Groups: one user is in two groups, another in none, and one group is empty. */
export const GROUPS = [
  { name: 'ops|night\\shift', members: ['acc-2', 'cleo'] },
  { name: 'devs', members: ['juser1', 'acc-2'] },
  { name: 'nobody', members: [] },
] as const

/** Two projects whose keys and names sort in different orders. */
export const PROJECTS = [
  { id: '100', key: 'AB', name: 'Zebra' },
  { id: '200', key: 'CD', name: 'Apple' },
] as const

/** A field of the world and its possible values. */
export interface WorldField {
  readonly id: string
  readonly name: string
  readonly kind: FieldKind
  readonly multi: boolean
  readonly values: readonly FieldValue[]
}

const options = (...labels: readonly string[]): FieldValue[] =>
  labels.map((label, i) => ({ id: String(90 - i), label }))

/** The fields with histories in the world, status and assignee first. */
export const FIELDS: readonly WorldField[] = [
  { id: 'status', name: 'Status', kind: 'status', multi: false, values: STATUSES },
  {
    id: 'assignee',
    name: 'Assignee',
    kind: 'user',
    multi: false,
    values: USERS.map(({ id, displayName }) => ({ id, label: displayName })),
  },
  { id: 'issuetype', name: 'Issue Type', kind: 'type', multi: false, values: options('Task', 'Bug') },
  { id: 'priority', name: 'Priority', kind: 'priority', multi: false, values: options('High', 'Low') },
  { id: 'fixVersions', name: 'Fix Version/s', kind: 'version', multi: true, values: options('v2', 'v1', 'Next') },
  {
    id: 'labels',
    name: 'Labels',
    kind: 'label',
    multi: true,
    values: ['x', 'Y', 'p|q'].map(label => ({ id: label, label })),
  },
  { id: 'customfield_1', name: 'Team', kind: 'option', multi: false, values: options('Red', 'blue', 'Green') },
  {
    id: 'customfield_2',
    name: 'Tester',
    kind: 'user',
    multi: false,
    values: USERS.slice(0, 2).map(({ id, displayName }) => ({ id, label: displayName })),
  },
]

/** Returns a field of the world by its id. */
export function worldField(id: string): WorldField {
  const field = FIELDS.find(one => one.id === id)
  if (!field) throw new Error(`The world has no field '${id}'.`)
  return field
}

/** Returns whether a field of the world is multi-valued. */
export const isMultiField = (id: string): boolean => worldField(id).multi

/** The expected dictionaries of a store, without statuses and groups. */
export function worldObservations(): Observation[] {
  const named = (kind: 'priority' | 'version' | 'type') => (fieldId: string) =>
    worldField(fieldId).values.map(({ id, label }) => entityOf(kind, id, label))
  const entities: Entity[] = [
    ...FIELDS.map(({ id, name, kind, multi }) => ({ kind: 'field' as const, id, name, type: kind, multi })),
    ...USERS.map(({ entity }) => entity),
    ...named('type')('issuetype'),
    ...named('priority')('priority'),
    ...named('version')('fixVersions'),
  ]
  return [
    ...entities.map(entity => ({ entity, authority: 'present' as const, at: DAWN })),
    { entity: { kind: 'status', id: DELETED.id, name: DELETED.label, category: null }, authority: 'history', at: DAWN },
  ]
}

function entityOf(kind: 'priority' | 'version' | 'type', id: string, name: string): Entity {
  if (kind === 'priority') return { kind, id, name }
  if (kind === 'type') return { kind, id, name, subtask: false, hierarchyLevel: null }
  return { kind, id, name, projectId: null, released: null, archived: null, releaseDate: null }
}

/** The tracker's own list of statuses. */
export function listedStatuses(): Extract<Entity, { kind: 'status' }>[] {
  return LISTED.map(({ id, label }) => ({ kind: 'status', id, name: label, category: null }))
}

/** Returns the issues of a tracker of this world. */
export interface Tracker {
  readonly issues: readonly IssueHistory[]
  /** Whether an issue outside of all reports was in no known status for a time. Reports then look at stays in another way. */
  readonly hasGap?: boolean
}

/** Compares texts as reports do: first without case, and on ties with it. */
export function compareWords(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  if (one !== other) return one < other ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}
