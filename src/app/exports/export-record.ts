import type { Instant } from '../../core/time/instant.ts'
import type { FileFormatName } from '../../store/plan/formats.ts'
import type { NamedIds } from '../../store/plan/named-in-plan.ts'

/** The statuses of an export. Only `Successful` and `Aborted` are public words of the contract's service. */
export type ExportStatus = 'Waiting' | 'In Progress' | 'Successful' | 'Failed' | 'Aborted' | 'Expired'

/** An export as its owner sees it. */
export interface ExportView {
  readonly exportId: string
  readonly status: ExportStatus
  readonly created: Instant
  /** Numbers of issues. */
  readonly completed: number
  readonly total: number
  /** Why it has no file, or why its file cannot be downloaded any more; `null` if it can, or may get one. */
  readonly message: string | null
  readonly started: Instant | null
  readonly finished: Instant | null
  /** When its file is removed; `null` before the end. */
  readonly expires: Instant | null
  /** When the whole file was first downloaded; `null` before. */
  readonly downloaded: Instant | null
  /** The size of the file in bytes, and the number of its rows; `null` without a file. */
  readonly size: number | null
  readonly rows: number | null
  readonly fileName: string | null
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string | null
  readonly outputType: string
  /** The query that selects the issues; `null` if its owner may not see it any more. */
  readonly query: string | null
  readonly asOf: Instant
  readonly warnings: readonly string[]
}

/** What the owner of an export could see when it was started. */
export interface StartedVisibility {
  /** Whether the owner had all permissions. */
  readonly isUnlimited: boolean
  /** What its columns and its query name. */
  readonly named: NamedIds
}

/** The state of an export, as its file has it. */
export interface ExportRecord extends ExportView {
  readonly version: 2
  /** `null` for the local user, and for everybody in access mode `open`. */
  readonly owner: string | null
  /** When the owner's account was created; `null` without an account. */
  readonly ownerSince: Instant | null
  readonly format: FileFormatName
  /** Whether it is for one request only, and in no list. */
  readonly isHidden: boolean
  /** The `Idempotency-Key`, with a digest of the parameters; `null` without one. */
  readonly key: { readonly text: string; readonly digest: string } | null
  readonly visibility: StartedVisibility
}

/** Returns whether an export waits or runs. */
export function isPending({ status }: Pick<ExportRecord, 'status'>): boolean {
  return status === 'Waiting' || status === 'In Progress'
}

/** Returns the members of a record that its owner sees. */
export function viewOf(record: ExportRecord): ExportView {
  const { version: _v, owner: _o, ownerSince: _s, format: _f, isHidden: _h, key: _k, visibility: _p, ...view } = record
  return view
}

/** The message for an owner who may no longer see all of an export; `null` keeps its own message, which names nothing. */
const HIDDEN: Readonly<Record<ExportStatus, string | null>> = {
  Waiting: 'Its query is hidden, because you may no longer see everything that it names.',
  'In Progress': 'Its query is hidden, because you may no longer see everything that it names.',
  Successful: 'Its file cannot be downloaded, because you may no longer see all of it. Export again.',
  // The reason can name what is hidden.
  Failed: 'It failed. Its reason is hidden, because you may no longer see everything that it names.',
  Aborted: null,
  Expired: null,
}

/** Returns what the owner of an export sees of it while something that it names is hidden from the owner. */
export function hiddenView(record: ExportRecord): ExportView {
  const message = HIDDEN[record.status] ?? record.message
  const hidden = { message, size: null, rows: null, fileName: null, sha256: null, query: null, warnings: [] }
  return { ...viewOf(record), ...hidden }
}
