import type { Change, FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import type { Assignment, Stay } from '../../src/core/history/stay.ts'

// A second implementation of histories, independent of src/core/history: slow, and as close as possible to the text of the
// rules. It lists the values at every instant, and then joins equal neighbors.

/** The values of a field from an instant on: none, one, or more. */
interface Snapshot {
  readonly at: number
  readonly held: ReadonlyMap<string, FieldValue>
}

/** Returns the stays of a field, from raw changes, ordered and numbered by time. */
export function naiveStays(history: IssueHistory, field: string, isMulti: boolean): Stay[] {
  const snapshots = snapshotsOf(history, field, isMulti)
  const ids = new Set<string | null>([null, ...snapshots.flatMap(({ held }) => [...held.keys()])])
  const stays = [...ids].flatMap(id => runsOf(id, snapshots))
  stays.sort((a, b) => a.location - b.location)
  return stays.map(({ value, entered, left }, index) => ({
    field,
    seq: index + 1,
    value,
    entered,
    left,
    from: isMulti ? null : (stays[index - 1]?.value ?? null),
    actor: null,
    visitNumber: stays.slice(0, index + 1).filter(stay => (stay.value?.id ?? null) === (value?.id ?? null)).length,
  }))
}

interface Run {
  readonly location: number
  readonly value: FieldValue | null
  readonly entered: number
  readonly left: number | null
}

/** Returns the unbroken runs of snapshots with a value; for `null`, those without values. */
function runsOf(id: string | null, snapshots: readonly Snapshot[]): Run[] {
  const runs: Run[] = []
  let begun: { location: number; entered: number; value: FieldValue | null } | null = null
  snapshots.forEach(({ at, held }, location) => {
    const holds = id === null ? held.size === 0 : held.has(id)
    if (holds && !begun) begun = { location, entered: at, value: id === null ? null : held.get(id)! }
    if (!holds && begun) {
      runs.push({ ...begun, left: at })
      begun = null
    }
  })
  return begun ? [...runs, { ...(begun as Omit<Run, 'left'>), left: null }] : runs
}

function snapshotsOf(history: IssueHistory, field: string, isMulti: boolean): Snapshot[] {
  const entries = entriesOf(history, field)
  const present = history.present.get(field)
  const held = new Map(
    (isMulti ? firstMembers(entries, present) : firstValue(entries, present)).map(one => [one.id, one]),
  )
  const snapshots: Snapshot[] = [{ at: history.created, held: new Map(held) }]
  for (const entry of entries) {
    if (isMulti) {
      const { removed, added } = netOf(entry)
      for (const { id } of removed) held.delete(id)
      for (const one of added) held.set(one.id, one)
    } else {
      held.clear()
      for (const one of entry[0]!.to) held.set(one.id, one)
    }
    snapshots.push({ at: Math.max(entry[0]!.at, history.created), held: new Map(held) })
  }
  if (present) {
    const at = Math.max(snapshots.at(-1)!.at, history.updated)
    snapshots.push({ at, held: new Map(present.map(one => [one.id, one])) })
  }
  return snapshots
}

/** Returns the changes of a field by log entry, ordered by time; those of one instant as a chain, else by number. */
function entriesOf({ changes, present }: IssueHistory, field: string): Change[][] {
  const all = changes.filter(one => one.field === field)
  const instants = [...new Set(all.map(({ at }) => at))].sort((a, b) => a - b)
  const groups = instants.map(instant =>
    all.filter(({ at }) => at === instant).sort((a, b) => Number(a.entry) - Number(b.entry)),
  )
  const ordered: Change[] = []
  groups.forEach((group, i) => {
    const next = groups[i + 1]?.map(({ from }) => from) ?? (present.has(field) ? [present.get(field)!] : [])
    ordered.push(...inChain(group, ordered.at(-1)?.to ?? null, next))
  })
  const byEntry = new Map<string, Change[]>()
  for (const change of ordered) byEntry.set(change.entry, [...(byEntry.get(change.entry) ?? []), change])
  return [...byEntry.values()]
}

type Values = readonly FieldValue[]

/** Tries all orders of changes; those of the smallest numbers come first. */
function inChain(group: readonly Change[], held: Values | null, next: readonly Values[]): readonly Change[] {
  const chains = ordersOf(group).filter(order =>
    order.every(({ from }, i) => (i === 0 ? held === null || areSame(held, from) : areSame(order[i - 1]!.to, from))),
  )
  return chains.find(order => next.some(values => areSame(values, order.at(-1)!.to))) ?? chains[0] ?? group
}

function areSame(a: Values, b: Values): boolean {
  return a.length === b.length && a.every(({ id }) => b.some(one => one.id === id))
}

function ordersOf<T>(all: readonly T[]): (readonly T[])[] {
  return all.length < 2 ? [all] : all.flatMap((one, i) => ordersOf(all.toSpliced(i, 1)).map(rest => [one, ...rest]))
}

function firstValue(entries: readonly Change[][], present: readonly FieldValue[] | undefined): readonly FieldValue[] {
  return entries.length > 0 ? entries[0]![0]!.from : (present ?? [])
}

/** Returns the initial values: those whose first change removes them, and current ones that never changed. */
function firstMembers(entries: readonly Change[][], present: readonly FieldValue[] = []): readonly FieldValue[] {
  const net = entries.map(netOf)
  const mentioned = [...net.flatMap(({ removed, added }) => [...removed, ...added]), ...present]
  const unique = [...new Map(mentioned.map(one => [one.id, one])).values()]
  return unique.filter(({ id }) => {
    const first = net.find(({ removed, added }) => [...removed, ...added].some(one => one.id === id))
    return first ? first.removed.some(one => one.id === id) : true
  })
}

/** Returns the values that a log entry removed and added; values on both sides stay. */
function netOf(entry: readonly Change[]): { removed: FieldValue[]; added: FieldValue[] } {
  const from = entry.flatMap(change => change.from)
  const to = entry.flatMap(change => change.to)
  const isIn = (values: readonly FieldValue[], id: string) => values.some(one => one.id === id)
  return { removed: from.filter(({ id }) => !isIn(to, id)), added: to.filter(({ id }) => !isIn(from, id)) }
}

/** Returns the assignments: every pair of a status stay and an assignee stay that overlap. */
export function naiveAssignments(statuses: readonly Stay[], assignees: readonly Stay[]): Assignment[] {
  const pairs = statuses.flatMap(status => assignees.map(assignee => ({ status, assignee })))
  return pairs
    .map(({ status, assignee }) => ({ status, assignee, entered: Math.max(status.entered, assignee.entered) }))
    .filter(({ status, assignee, entered }) => [status, assignee].every(stay => hasValueAt(stay, entered)))
    .map(({ status, assignee, entered }, index) => ({
      seq: index + 1,
      status: status.value!.id,
      assignee: assignee.value?.id ?? null,
      entered,
      left: [status.left, assignee.left].reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b))),
    }))
}

function hasValueAt({ entered, left }: Stay, instant: number): boolean {
  return instant === entered || (instant >= entered && (left === null || instant < left))
}
