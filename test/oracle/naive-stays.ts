import type { Change, FieldValue, IssueHistory } from '../../src/history/model.ts'
import type { Assignment, Stay } from '../../src/history/stay.ts'

// A second reading of histories, written without a look at src/history: slow, and as near as can be to the words of
// the rules. It lists everything that was ever held, moment by moment, and then joins what did not change.

/** What a field held from a moment on: no member, one, or more. */
interface Snapshot {
  readonly at: number
  readonly held: ReadonlyMap<string, FieldValue>
}

/** The stays of a field, from raw changes. The listing order and numbering of stays are those of their moments. */
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

/** The unbroken runs of snapshots that hold a value; for `null`, that hold nothing. */
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

/** The changes of a field, by log entry, in order of time and then of the number of the entry. */
function entriesOf({ changes }: IssueHistory, field: string): Change[][] {
  const byEntry = new Map<string, Change[]>()
  for (const change of changes.filter(one => one.field === field)) {
    byEntry.set(change.entry, [...(byEntry.get(change.entry) ?? []), change])
  }
  return [...byEntry.values()].sort((a, b) => a[0]!.at - b[0]!.at || Number(a[0]!.entry) - Number(b[0]!.entry))
}

function firstValue(entries: readonly Change[][], present: readonly FieldValue[] | undefined): readonly FieldValue[] {
  return entries.length > 0 ? entries[0]![0]!.from : (present ?? [])
}

/** Those whose first change takes them away, and those present that no change speaks of. */
function firstMembers(entries: readonly Change[][], present: readonly FieldValue[] = []): readonly FieldValue[] {
  const net = entries.map(netOf)
  const mentioned = [...net.flatMap(({ removed, added }) => [...removed, ...added]), ...present]
  const unique = [...new Map(mentioned.map(one => [one.id, one])).values()]
  return unique.filter(({ id }) => {
    const first = net.find(({ removed, added }) => [...removed, ...added].some(one => one.id === id))
    return first ? first.removed.some(one => one.id === id) : true
  })
}

/** What a log entry took away and added: what it names on both sides stayed. */
function netOf(entry: readonly Change[]): { removed: FieldValue[]; added: FieldValue[] } {
  const from = entry.flatMap(change => change.from)
  const to = entry.flatMap(change => change.to)
  const isIn = (values: readonly FieldValue[], id: string) => values.some(one => one.id === id)
  return { removed: from.filter(({ id }) => !isIn(to, id)), added: to.filter(({ id }) => !isIn(from, id)) }
}

/** The holders: every pair of a status stay and an assignee stay that share a moment. */
export function naiveHolders(statuses: readonly Stay[], assignees: readonly Stay[]): Assignment[] {
  const pairs = statuses.flatMap(status => assignees.map(assignee => ({ status, assignee })))
  return pairs
    .map(({ status, assignee }) => ({ status, assignee, entered: Math.max(status.entered, assignee.entered) }))
    .filter(({ status, assignee, entered }) => [status, assignee].every(stay => holdsAt(stay, entered)))
    .map(({ status, assignee, entered }, index) => ({
      seq: index + 1,
      status: status.value!.id,
      assignee: assignee.value?.id ?? null,
      entered,
      left: [status.left, assignee.left].reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b))),
    }))
}

function holdsAt({ entered, left }: Stay, instant: number): boolean {
  return instant === entered || (instant >= entered && (left === null || instant < left))
}
