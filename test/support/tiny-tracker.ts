import type { Change, Entity, FieldValue, IssueHistory, Observation } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { change, history, isMulti, value } from './notation.ts'

/** Hour 0 of the tiny tracker: midnight before a Monday, UTC. */
export const HOUR_ZERO = Date.parse('2024-03-04T00:00:00Z')

const HOUR = 3_600_000

/** Returns the instant a number of hours after hour 0. */
export function atHour(hour: number): number {
  return HOUR_ZERO + hour * HOUR
}

/** The statuses of the tiny tracker, in its order. Other statuses in a history are deleted ones. */
export const TINY_STATUSES = ['Open', 'Doing', 'Waiting', 'Review', 'Done'] as const

/** Its users, whose logins are their names in lower case. */
export const TINY_USERS = ['Ann', 'Bob', 'Cleo'] as const

/** Its groups with their members. */
export const TINY_GROUPS = [
  { name: 'devs', members: ['ann', 'bob'] },
  { name: 'leads', members: ['bob'] },
] as const

/** More people of the tracker, and the ids of those who made all changes of an issue, by its key. */
interface TinyPeople {
  readonly people?: readonly Observation[]
  readonly authors?: Readonly<Record<string, string>>
}

/**
 * Imports issues into a store: `AB-1 status Open@0 Doing@2`, one line per field, with instants in hours after hour 0.
 *
 * A line may have the log instead: `AB-1 status @0 Open>Doing@2 Review>Done@5 =Done@6` is the
 * creation, the changes from one value to another, and the present value with the instant of the last update.
 * `AB-1 resolved 6` is the resolution date, and `AB-1 entry 7` the
 * last entry of the log, of a field that is not stored.
 */
export async function importTiny(
  store: Store,
  lines: readonly string[],
  { people = [], authors = {} }: TinyPeople = {},
): Promise<void> {
  const issues = new Map<string, Record<string, string>>()
  for (const line of lines) {
    const [key, field, ...rest] = line.split(/\s+/) as [string, string, ...string[]]
    issues.set(key, { ...issues.get(key), [field]: rest.join(' ') })
  }
  await store.importBatch('tiny', async batch => {
    batch.record([...TINY_USERS.map(personObservation), ...people])
    batch.setStatuses(TINY_STATUSES.map(statusEntity))
    batch.setGroups(TINY_GROUPS)
    for (const [key, fields] of issues) {
      const made = tiny(key, fields)
      const author = authors[key] ?? null
      const issue = { ...made, changes: made.changes.map(change => ({ ...change, author })) }
      batch.record(
        issue.changes.flatMap(({ field, from, to }) =>
          field === 'status' ? [...from, ...to].map(statusObservation) : [],
        ),
      )
      batch.add(issue, toStays(issue, isMulti))
    }
  })
}

function tiny(key: string, { resolved, entry, ...fields }: Readonly<Record<string, string>>): IssueHistory {
  const logged = Object.entries(fields).filter(([, line]) => line.startsWith('@'))
  const plain = Object.fromEntries(Object.entries(fields).filter(([, line]) => !line.startsWith('@')))
  const made = logged.length > 0 ? loggedHistory(logged[0]![0], logged[0]![1]) : history(plain)
  const { created, updated, changes, present } = made
  return {
    ...made,
    id: key,
    key,
    number: Number(key.split('-')[1]),
    summary: key,
    created: atHour(created),
    updated: atHour(updated),
    lastEntry: entry === undefined ? (made.lastEntry === null ? null : atHour(made.lastEntry)) : atHour(Number(entry)),
    resolved: resolved === undefined ? null : atHour(Number(resolved)),
    changes: changes.map(one => ({
      ...one,
      at: atHour(one.at),
      from: ids(one.field, one.from),
      to: ids(one.field, one.to),
    })),
    present: new Map([...present].map(([field, values]) => [field, ids(field, values)])),
  }
}

/** Ids of users are in lower case. */
function ids(field: string, values: readonly FieldValue[]): FieldValue[] {
  return values.map(({ id, label }) => ({ id: field === 'assignee' ? id.toLowerCase() : id, label }))
}

function loggedHistory(field: string, line: string): IssueHistory {
  const parts = line.split(' ')
  const created = Number(parts[0]!.slice(1))
  const changes = parts.flatMap((part): Change[] => {
    const [, from, to, at] = /^(\w+)>(\w+)@(\d+)$/.exec(part) ?? []
    return from && to ? [change(field, Number(at), [value(from)], [value(to)])] : []
  })
  const [, now, updated] = /=(\w+)@(\d+)$/.exec(line) ?? []
  const held = now ? value(now) : changes.at(-1)!.to[0]!
  const blank = history({ [field]: `${held.label}@${created}` })
  return { ...blank, changes, updated: Number(updated ?? changes.at(-1)!.at), present: new Map([[field, [held]]]) }
}

type StatusEntity = Extract<Entity, { kind: 'status' }>

function statusEntity(name: string): StatusEntity {
  return { kind: 'status', id: name, name, category: null }
}

function statusObservation({ label }: FieldValue): Observation {
  return { entity: statusEntity(label), authority: 'history', at: HOUR_ZERO }
}

function personObservation(displayName: string): Observation {
  const login = displayName.toLowerCase()
  const names = { name: login, key: login, accountId: null, email: null }
  const entity: Entity = { kind: 'person', id: login, ...names, displayName, active: true, timeZone: null }
  return { entity, authority: 'list', at: HOUR_ZERO }
}
