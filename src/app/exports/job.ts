import { isUserError, UserError } from '../../core/base/errors.ts'
import { Semaphore } from '../../store/engine/semaphore.ts'
import type { ExportRecord } from './export-record.ts'

/** An export of this process, or of an earlier one. */
export interface Job {
  record: ExportRecord
  readonly stop: AbortController
  /** The bytes of its files now. */
  bytes: number
  /** Resolves when the export has ended and has released its resources. */
  ended: Promise<void>
  /** Why it failed. */
  error: unknown
  /** Whether its owner may see its file, by the catalogue that the owner sees. */
  readonly visibleIn: WeakMap<object, boolean>
  /** Lets one write of its state run at a time. */
  readonly writes: Semaphore
}

/** Returns a job that does not run yet. */
export function newJob(record: ExportRecord): Job {
  const stop = new AbortController()
  return {
    record,
    stop,
    bytes: 0,
    ended: Promise.resolve(),
    error: null,
    visibleIn: new WeakMap(),
    writes: new Semaphore(1),
  }
}

/** The reason of an export that its user has canceled, in the words of the contract's service. */
const ABORTED = 'Report is aborted by user'

const STOPPED = 'The server was stopped.'

/** Aborts an export: by its user, or because the process ends. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
  readonly byUser: boolean

  constructor(byUser: boolean) {
    super(byUser ? ABORTED : STOPPED)
    this.byUser = byUser
  }
}

/** Returns why an export has no file, for its owner. */
export function failureMessage(error: unknown): string {
  if (error instanceof Cancelled) return error.message
  if (isUserError(error, 'STORE_FAILED'))
    return new UserError('EXPORT_UNWRITTEN', { reason: error.parameters.reason }).message
  return isUserError(error) ? error.message : 'Something went wrong in the server. Its log has the reason.'
}
