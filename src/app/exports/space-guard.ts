import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'

/** The interval of checks while DuckDB or a thread writes files. Milliseconds. */
const CHECK_MS = 100

/** Measures the files of a running export. */
export interface SpaceGuard {
  /** Aborted when the files exceed the quota, or the disk is almost full. */
  readonly signal: AbortSignal
  /** Throws EXPORT_QUOTA, EXPORT_SHARE and EXPORT_UNWRITTEN. */
  readonly check: () => Promise<void>
  /** Ends the measuring: a check that still runs has no effect. */
  readonly close: () => void
}

/** Starts to measure the files of an export, which also grow during a single query. */
export function guardSpace(job: Job, jobs: Jobs): SpaceGuard {
  const full = new AbortController()
  let isClosed = false
  const check = async () => {
    await jobs.folder.requireSpace()
    const bytes = await jobs.folder.bytesOf(job.record.exportId)
    // The end of the export has measured, or removed, what this check found.
    if (isClosed) return
    job.bytes = bytes
    await jobs.makeRoom(job.record.owner, 1)
  }
  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await check().catch(error => full.abort(error))
    isChecking = false
  }, CHECK_MS)
  const close = () => {
    isClosed = true
    clearInterval(timer)
  }
  return { signal: full.signal, check, close }
}
