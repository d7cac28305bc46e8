import type { Browsable } from '../plan/browsable.ts'
import type { FileFormatName } from '../plan/file-formats.ts'
import type { Instant } from '../time/instant.ts'

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
  /** Why it has no file; `null` if it has one, or may get one. */
  readonly message: string | null
  readonly started: Instant | null
  readonly finished: Instant | null
  /** When its file is removed; `null` before the end. */
  readonly expires: Instant | null
  /** The size of the file in bytes, and the number of its rows; `null` without a file. */
  readonly size: number | null
  readonly rows: number | null
  readonly fileName: string | null
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string | null
  readonly outputType: string
  /** The query that selects the issues. */
  readonly query: string
  readonly asOf: Instant
  readonly warnings: readonly string[]
}

/** What the owner of an export could see when it was started. */
export interface StartedVisibility {
  /** Whether the owner had all permissions. */
  readonly isUnlimited: boolean
  /** The tracker's ids of the projects. */
  readonly projects: readonly string[]
}

/** The state of an export, as its file has it. */
export interface ExportRecord extends ExportView {
  readonly version: 1
  /** `null` for the local user, and for everybody in access mode `open`. */
  readonly owner: string | null
  /** When the owner's account was created; `null` without an account. */
  readonly ownerSince: Instant | null
  readonly format: FileFormatName
  /** Whether it is for one request only, and in no list. */
  readonly isHidden: boolean
  /** The `Idempotency-Key`, with a digest of the parameters; `null` without one. */
  readonly key: { readonly text: string; readonly digest: string } | null
  /** `null` before the end. */
  readonly visibility: StartedVisibility | null
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

/** Returns what a caller may see, as far as it decides later downloads. */
export function visibilityOf(browsable: Browsable, projects: readonly string[]): StartedVisibility {
  return { isUnlimited: browsable === null, projects }
}
