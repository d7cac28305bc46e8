import type { Instant } from '../time/instant.ts'
import type { Change, FieldValue } from './model.ts'
import type { FieldStays, HistoryFrame, Repair, Stay } from './stay.ts'

/** The effect of one log entry on a multi-valued field. */
interface MemberChange {
  readonly at: Instant
  readonly author: string | null
  readonly removed: readonly FieldValue[]
  readonly added: readonly FieldValue[]
}

interface OpenStay {
  readonly value: FieldValue | null
  readonly entered: Instant
  readonly actor: string | null
}

/**
 * Returns the stays of the members of a multi-valued field, from addition to removal, and stays without a value while
 * there was no member.
 *
 * A member whose first change is a removal existed at creation, and so did a present member without any change. The
 * items of one log entry happen at once. Contradictions with the present members are repaired as in single-valued
 * fields.
 */
export function toMemberStays(history: HistoryFrame, field: string, changes: readonly Change[]): FieldStays {
  const steps = memberChanges(changes)
  const repairs: Repair[] = []
  const memberHistory = new MemberHistory(history, firstMembers(history.present.get(field) ?? [], steps))
  for (const step of steps) {
    if (!memberHistory.apply(step)) repairs.push({ kind: 'from-mismatch', field, at: step.at })
  }
  const present = history.present.get(field)
  if (present) {
    const at = Math.max(history.created, history.updated, steps.at(-1)?.at ?? history.created)
    const removed = memberHistory.members().filter(member => !present.some(({ id }) => id === member.id))
    const added = present.filter(member => !memberHistory.members().some(({ id }) => id === member.id))
    if (removed.length + added.length > 0) {
      repairs.push({ kind: 'present-mismatch', field, at })
      memberHistory.apply({ at, author: null, removed, added })
    }
  }
  return { stays: numbered(field, memberHistory.close()), repairs }
}

/** Combines the changes of each log entry into one step. */
function memberChanges(changes: readonly Change[]): MemberChange[] {
  const steps: MemberChange[] = []
  for (let i = 0; i < changes.length; ) {
    const { at, entry, author } = changes[i]!
    const removed = new Map<string, FieldValue>()
    const added = new Map<string, FieldValue>()
    for (; i < changes.length && changes[i]!.entry === entry && changes[i]!.at === at; i++) {
      for (const value of changes[i]!.from) removed.set(value.id, value)
      for (const value of changes[i]!.to) added.set(value.id, value)
    }
    steps.push({
      at,
      author,
      removed: [...removed.values()].filter(({ id }) => !added.has(id)),
      added: [...added.values()].filter(({ id }) => !removed.has(id)),
    })
  }
  return steps
}

function firstMembers(present: readonly FieldValue[], steps: readonly MemberChange[]): FieldValue[] {
  const named = new Set<string>()
  const first: FieldValue[] = []
  for (const { removed, added } of steps) {
    for (const value of removed) if (!named.has(value.id)) first.push(value)
    for (const value of [...removed, ...added]) named.add(value.id)
  }
  return [...first, ...present.filter(({ id }) => !named.has(id))]
}

/** The members at one instant, and the stays that ended before it. */
class MemberHistory {
  readonly #closed: (OpenStay & { readonly left: Instant | null })[] = []
  readonly #open = new Map<string | null, OpenStay>()

  constructor(history: HistoryFrame, first: readonly FieldValue[]) {
    for (const value of first) this.#enter(value, history.created, history.creator)
    if (first.length === 0) this.#enter(null, history.created, history.creator)
  }

  members(): FieldValue[] {
    return [...this.#open.values()].flatMap(({ value }) => value ?? [])
  }

  /** Applies a step. Returns whether it was consistent with the members. */
  apply({ at, author, removed, added }: MemberChange): boolean {
    let fitted = true
    for (const { id } of removed) fitted = this.#leave(id, at) && fitted
    for (const value of added) {
      if (this.#open.has(value.id)) fitted = false
      else this.#enter(value, at, author)
    }
    if (this.members().length > 0) this.#leave(null, at)
    else if (!this.#open.has(null)) this.#enter(null, at, author)
    return fitted
  }

  close(): (OpenStay & { readonly left: Instant | null })[] {
    return [...this.#closed, ...[...this.#open.values()].map(stay => ({ ...stay, left: null }))]
  }

  #enter(value: FieldValue | null, entered: Instant, actor: string | null): void {
    this.#open.set(value?.id ?? null, { value, entered, actor })
  }

  #leave(id: string | null, left: Instant): boolean {
    const stay = this.#open.get(id)
    if (!stay) return false
    this.#open.delete(id)
    this.#closed.push({ ...stay, left })
    return true
  }
}

const LAST = Number.MAX_SAFE_INTEGER

/** Compares the ids of values, so that members of the same time have one order, however a log lists them. */
function byId(a: FieldValue | null, b: FieldValue | null): number {
  const [one, other] = [a?.id ?? '', b?.id ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}

function numbered(field: string, stays: readonly (OpenStay & { readonly left: Instant | null })[]): Stay[] {
  const visits = new Map<string | null, number>()
  return stays
    .toSorted((a, b) => a.entered - b.entered || (a.left ?? LAST) - (b.left ?? LAST) || byId(a.value, b.value))
    .map((stay, index) => {
      const id = stay.value?.id ?? null
      const visitNumber = (visits.get(id) ?? 0) + 1
      visits.set(id, visitNumber)
      return { ...stay, field, seq: index + 1, from: null, visitNumber }
    })
}
