import type { Change, FieldValue, IssueHistory } from './model.ts'
import { orderChanges } from './order-changes.ts'
import type { FieldStays, HistoryFrame } from './stay.ts'
import { type Assignment, isSameValue, type Repair, type Stay } from './stay.ts'
import { toAssignments } from './to-assignments.ts'
import { toMemberStays } from './to-member-stays.ts'

/** The stays of one issue, and the repairs of its history. */
export interface IssueStays {
  readonly stays: readonly Stay[]
  /** The status stays, split where the assignee changes. */
  readonly assignments: readonly Assignment[]
  /** One for each correction. */
  readonly repairs: readonly Repair[]
}

/**
 * Returns the stays of every field that ever had a value, and always those of the status and the assignee.
 *
 * Laws: the stays of a single-valued field tile the lifetime of the issue; only the last is open; lengths are never
 * negative. `to` is trusted over `from`, and the present value over the last change.
 */
export function toStays(history: IssueHistory, isMulti: (field: string) => boolean): IssueStays {
  const ordered = orderChanges(history)
  const stays: Stay[] = []
  const repairs = [...ordered.repairs]
  const byField = new Map<string, Change[]>([
    ['status', []],
    ['assignee', []],
  ])
  for (const change of ordered.changes) {
    const changes = byField.get(change.field)
    if (changes) changes.push(change)
    else byField.set(change.field, [change])
  }
  for (const [field, values] of history.present) {
    if (values.length > 0 && !byField.has(field)) byField.set(field, [])
  }
  for (const [field, changes] of byField) {
    const fieldStays = isMulti(field) ? toMemberStays(history, field, changes) : toFieldStays(history, field, changes)
    stays.push(...fieldStays.stays)
    repairs.push(...fieldStays.repairs)
  }
  return { stays, assignments: toAssignments(ofField(stays, 'status'), ofField(stays, 'assignee')), repairs }
}

function ofField(stays: readonly Stay[], field: string): Stay[] {
  return stays.filter(stay => stay.field === field)
}

/**
 * Returns the stays of a single-valued field, from its changes in chronological order.
 *
 * The first value is the `from` of the first change, or the present value if there is no change. If the last change
 * contradicts the present value, the present value starts at the later of the last change and the last update of the
 * issue.
 */
export function toFieldStays(history: HistoryFrame, field: string, changes: readonly Change[]): FieldStays {
  const present = history.present.get(field)
  const first = changes.length > 0 ? changes[0]!.from : (present ?? [])
  const stays = new StayList(field, history, first[0] ?? null)
  const repairs: Repair[] = []
  for (const change of changes) {
    if (!isSameValue(change.from[0] ?? null, stays.current))
      repairs.push({ kind: 'from-mismatch', field, at: change.at })
    stays.change(change.to[0] ?? null, change.at, change.author)
  }
  if (present && !isSameValue(present[0] ?? null, stays.current)) {
    const at = Math.max(history.created, history.updated, changes.at(-1)?.at ?? history.created)
    repairs.push({ kind: 'present-mismatch', field, at })
    stays.change(present[0] ?? null, at, null)
  }
  return { stays: stays.close(), repairs }
}

/** The stays so far; the last is open. */
class StayList {
  readonly #field: string
  readonly #closed: Stay[] = []
  readonly #visits = new Map<string | null, number>()
  #open: Stay

  constructor(field: string, history: HistoryFrame, first: FieldValue | null) {
    this.#field = field
    this.#open = this.#stay(1, first, history.created, null, history.creator)
  }

  get current(): FieldValue | null {
    return this.#open.value
  }

  change(value: FieldValue | null, at: number, actor: string | null): void {
    if (isSameValue(value, this.current)) return
    this.#closed.push({ ...this.#open, left: at })
    this.#open = this.#stay(this.#open.seq + 1, value, at, this.current, actor)
  }

  close(): Stay[] {
    return [...this.#closed, this.#open]
  }

  #stay(seq: number, value: FieldValue | null, entered: number, from: FieldValue | null, actor: string | null): Stay {
    const visitNumber = (this.#visits.get(value?.id ?? null) ?? 0) + 1
    this.#visits.set(value?.id ?? null, visitNumber)
    return { field: this.#field, seq, value, entered, left: null, from, actor, visitNumber }
  }
}
