import fc from 'fast-check'
import type { Change, FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import { DAWN, FIELDS, PROJECTS, type Tracker, USERS, type WorldField, worldField } from './tracker-world.ts'

const HOUR = 3_600_000

/** The hours of all events: few, so that many events coincide with each other and with the ends of windows. */
export const HOURS = [0, 1, 2, 24, 25, 48, 72, 768] as const

/** An instant on the hour, where windows can begin and end. */
export const hours: fc.Arbitrary<number> = fc.constantFrom(...HOURS).map(hour => DAWN + hour * HOUR)

/** An instant on one of the hours, or a millisecond or half an hour off. */
export const instants: fc.Arbitrary<number> = fc
  .tuple(hours, fc.constantFrom(0, 0, 0, 0, 1, -1, HOUR / 2))
  .map(([hour, rest]) => hour + rest)

/** A step of a field: one of its values is added or removed. */
interface Step {
  readonly at: number
  readonly field: string
  /** The index of the value; beyond the last one, no value. */
  readonly pick: number
  /** Whether it shares a log entry with the previous step at the same instant. */
  readonly joined: boolean
  /** The old value in the log: correct, missing, or wrong. */
  readonly from: 'true' | 'nothing' | 'another'
  /** Whether a multi-valued field logs all members before and after, or only removed and added ones. */
  readonly whole: boolean
  /** The order of log entries at the same instant. */
  readonly rank: number
}

const stepped: fc.Arbitrary<Step> = fc.record({
  at: instants,
  field: fc.constantFrom(
    'status',
    'status',
    'status',
    'status',
    'assignee',
    'assignee',
    'assignee',
    ...FIELDS.map(({ id }) => id),
  ),
  pick: fc.nat(6),
  joined: fc.boolean(),
  from: fc.constantFrom('true', 'true', 'true', 'true', 'true', 'true', 'nothing', 'another'),
  whole: fc.boolean(),
  rank: fc.nat(30),
})

/** The present value in the source: correct, unknown, empty, or wrong. */
type Known = 'true' | 'unknown' | 'empty' | number

interface Draft {
  readonly created: number
  readonly first: readonly number[]
  readonly steps: readonly Step[]
  readonly present: readonly Known[]
  readonly listing: 'oldest first' | 'newest first' | 'any'
  readonly updatedLater: number
  readonly resolved: number | null
  readonly project: number
}

const drafts: fc.Arbitrary<Draft> = fc.record({
  created: instants,
  first: fc.tuple(...FIELDS.map(() => fc.nat(6))),
  steps: fc.array(stepped, { maxLength: 12 }),
  present: fc.tuple(
    ...FIELDS.map(() =>
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom<Known>('true') },
        fc.constantFrom<Known>('unknown', 'empty'),
        fc.nat(4),
      ),
    ),
  ),
  listing: fc.constantFrom('oldest first', 'oldest first', 'newest first', 'any'),
  updatedLater: fc.constantFrom(0, 0, 1, HOUR, -HOUR),
  resolved: fc.option(instants),
  project: fc.nat(PROJECTS.length - 1),
})

/** Histories of single issues, correct and contradictory ones. */
export const histories: fc.Arbitrary<IssueHistory> = drafts.map(draft => historyOf(draft, 0))

/** Small trackers. */
export const trackers: fc.Arbitrary<Tracker> = fc
  .array(drafts, { minLength: 1, maxLength: 14 })
  .map(all => ({ issues: all.map(historyOf) }))

/** Trackers with so many issues that most requests find some of them, and leave others out. */
export const largeTrackers: fc.Arbitrary<Tracker> = trackers.filter(({ issues }) => issues.length > 7)

type Held = Map<string, readonly FieldValue[]>

function historyOf(draft: Draft, index: number): IssueHistory {
  const held: Held = new Map(FIELDS.map((field, i) => [field.id, firstOf(field, draft.first[i]!)]))
  const changes = entered(draft.steps).map(({ step, entry }) => changeOf(step, entry, held))
  const project = PROJECTS[draft.project]!
  const last = Math.max(draft.created, ...changes.map(({ at }) => at))
  return {
    id: String(1000 - index),
    key: `${project.key}-${index + 1}`,
    number: index + 1,
    project,
    created: draft.created,
    updated: last + draft.updatedLater,
    resolved: draft.resolved,
    summary: `Issue ${index + 1}`,
    description: null,
    creator: USERS[0]!.id,
    present: presentOf(draft, held),
    changes: listed(changes, draft.listing),
    truncated: false,
    hasLog: true,
    lastEntry: changes.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null),
    unreadable: [],
    invalid: [],
    formerKeys: [],
  }
}

function firstOf(field: WorldField, pick: number): readonly FieldValue[] {
  if (field.id === 'status') return [field.values[pick % 2]!]
  return valueAt(field, pick)
}

function valueAt({ values }: WorldField, pick: number): readonly FieldValue[] {
  const value = values[pick % (values.length + 1)]
  return value ? [value] : []
}

/** Sorts steps by time and log entry. No entry changes the same value of a field twice. */
function entered(steps: readonly Step[]): { step: Step; entry: string }[] {
  const unique = steps.map((step, i) => ({ step, entry: String(step.rank * 20 + i + 1) }))
  unique.sort((a, b) => a.step.at - b.step.at || Number(a.entry) - Number(b.entry))
  const made: { step: Step; entry: string }[] = []
  for (const one of unique) {
    const before = made.at(-1)
    const fields = made.filter(({ entry }) => entry === before?.entry).map(({ step }) => step.field)
    const joins = before && one.step.joined && before.step.at === one.step.at && !fields.includes(one.step.field)
    made.push(joins ? { step: one.step, entry: before.entry } : one)
  }
  return made
}

function changeOf(step: Step, entry: string, held: Held): Change {
  const field = worldField(step.field)
  const { from, to } = field.multi ? multiValuedChange(step, field, held) : singleValuedChange(step, field, held)
  return { at: step.at, entry, author: USERS[step.pick % USERS.length]!.id, field: field.id, from, to }
}

type ChangedValues = Pick<Change, 'from' | 'to'>

function singleValuedChange(step: Step, field: WorldField, held: Held): ChangedValues {
  const before = held.get(field.id)!
  // A status is never removed.
  const to = field.id === 'status' ? [field.values[step.pick % field.values.length]!] : valueAt(field, step.pick)
  held.set(field.id, to)
  if (step.from === 'another') return { from: [field.values[(step.pick + 1) % field.values.length]!], to }
  return { from: step.from === 'nothing' && field.id !== 'status' ? [] : before, to }
}

function multiValuedChange(step: Step, field: WorldField, held: Held): ChangedValues {
  const before = held.get(field.id)!
  const member = field.values[step.pick % field.values.length]!
  const had = before.some(({ id }) => id === member.id)
  const after = had ? before.filter(({ id }) => id !== member.id) : [...before, member]
  held.set(field.id, after)
  // Wrong: an added member is logged as removed, and a removed one as added.
  const removed = had === (step.from === 'true')
  if (step.whole && step.from === 'true') return { from: before, to: after }
  return removed ? { from: [member], to: [] } : { from: [], to: [member] }
}

function presentOf({ present, steps }: Draft, held: Held): Map<string, readonly FieldValue[]> {
  // Every issue has a status, so the present one may be unknown only if a change has it.
  const hasStatusChange = steps.some(({ field }) => field === 'status')
  const known = FIELDS.flatMap((field, i): (readonly [string, readonly FieldValue[]])[] => {
    const isStatus = field.id === 'status'
    const what = isStatus && (present[i] === 'empty' || !hasStatusChange) ? 'true' : present[i]!
    if (what === 'unknown') return []
    if (what === 'true') return [[field.id, held.get(field.id)!]]
    return [[field.id, what === 'empty' ? [] : [field.values[what % field.values.length]!]]]
  })
  return new Map(known)
}

function listed(changes: readonly Change[], listing: Draft['listing']): readonly Change[] {
  if (listing === 'oldest first') return changes
  if (listing === 'newest first') return byEntry(changes).reverse().flat()
  const entries = byEntry(changes)
  return [...entries.filter((_, i) => i % 2 === 1), ...entries.filter((_, i) => i % 2 === 0)].flat()
}

/** Groups changes by log entry, because a listing keeps an entry together. */
function byEntry(changes: readonly Change[]): Change[][] {
  const entries: Change[][] = []
  for (const change of changes) {
    const last = entries.at(-1)
    if (last && last[0]!.entry === change.entry) last.push(change)
    else entries.push([change])
  }
  return entries
}
