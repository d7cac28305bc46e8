import type { RequestContext } from '../access/request-context.ts'
import { isUserError, UserError } from '../base/errors.ts'
import type { ExportDeps, ExportLog } from './export-deps.ts'
import { ExportFolder } from './export-folder.ts'
import { EXPORT_RETRY } from './export-limits.ts'
import { type ExportRecord, isPending } from './export-record.ts'
import { Cancelled, failureMessage, type Job, newJob } from './job.ts'
import { accountsCreated } from './owners.ts'

const MEGABYTE = 1024 * 1024

/** All exports of a store: their states, also on disk, their expiry and their quota. */
export class Jobs {
  readonly folder: ExportFolder
  readonly #deps: ExportDeps
  readonly #jobs = new Map<string, Job>()
  #loading: Promise<void> | undefined
  #log: ExportLog | null = null

  constructor(deps: ExportDeps) {
    this.#deps = deps
    this.folder = new ExportFolder(deps.store.exportsFolder)
  }

  /** Logs exports from now on. */
  logTo(log: ExportLog): void {
    this.#log = log
  }

  get all(): Job[] {
    return [...this.#jobs.values()]
  }

  add(job: Job): void {
    this.#jobs.set(job.record.exportId, job)
  }

  /** Returns whether the file of an export can be downloaded. */
  hasFile(id: string): boolean {
    return this.#jobs.get(id)?.record.status === 'Successful'
  }

  /** Removes an export with its files. */
  async forget(id: string): Promise<void> {
    this.#jobs.delete(id)
    await this.folder.remove(id)
  }

  /** Returns an export of the caller. Throws EXPORT_UNKNOWN. */
  async own(id: string, { caller }: RequestContext): Promise<Job> {
    await this.current()
    const job = this.#jobs.get(id)
    if (!job || job.record.isHidden || job.record.owner !== caller.login) throw new UserError('EXPORT_UNKNOWN', { id })
    return job
  }

  /** Returns the export that an owner started with a key; `undefined` without one. Throws EXPORT_KEY_USED. */
  withKey(key: ExportRecord['key'], owner: string | null): Job | undefined {
    if (key === null) return undefined
    const job = this.all.find(({ record }) => record.owner === owner && record.key?.text === key.text)
    if (job && job.record.key!.digest !== key.digest) throw new UserError('EXPORT_KEY_USED', { key: key.text })
    return job
  }

  /** Reads the exports of earlier processes once, and removes expired files and those of removed users. */
  async current(): Promise<void> {
    this.#loading ??= this.#readAll().catch(error => {
      this.#loading = undefined
      throw error
    })
    await this.#loading
    await this.#removeOfRemovedUsers()
    await this.#sweep()
  }

  /** Resolves when earlier exports have been read, if that has begun. */
  async loadStarted(): Promise<void> {
    await this.#loading
  }

  /** Reads the exports of earlier processes. Those that ran then have failed. */
  async #readAll(): Promise<void> {
    for (const record of await this.folder.readAll()) {
      const id = record.exportId
      if (record.isHidden) {
        await this.folder.remove(id)
        continue
      }
      const job = newJob(record)
      this.add(job)
      if (isPending(record)) await this.fail(job, new Cancelled(false))
      job.bytes = await this.folder.bytesOf(id)
    }
  }

  /** Cancels and removes the exports of users who were removed, before another user gets the same login. */
  async #removeOfRemovedUsers(): Promise<void> {
    const owned = this.all.filter(({ record }) => record.owner !== null && !record.isHidden)
    if (owned.length === 0) return
    const created = await accountsCreated(this.#deps.store)
    for (const job of owned) {
      if (created(job.record.owner) === job.record.ownerSince) continue
      // It is in no list while it releases its resources.
      job.record = { ...job.record, isHidden: true, key: null }
      job.stop.abort(new Cancelled(true))
      const removed = job.ended.then(() => this.forget(job.record.exportId))
      removed.catch(error => this.#log?.error({ err: error }, 'defect'))
    }
  }

  /** Removes expired files. Their exports stay in lists for as long again; those without a file are removed. */
  async #sweep(): Promise<void> {
    const now = this.#deps.now()
    for (const job of this.all) {
      const { exportId: id, expires, status } = job.record
      if (expires === null || now < expires) continue
      if (status === 'Successful') {
        const forgotten = expires + this.#deps.keepMs
        job.record = { ...job.record, status: 'Expired', message: 'Its file was removed.', expires: forgotten }
        await this.folder.clear(id)
        job.bytes = 0
        // Without disk space, it expires again in the next process.
        await this.folder.write(job.record).catch(() => {})
      } else await this.forget(id)
    }
  }

  /** Saves a new state of an export, and then shows it. Throws EXPORT_UNWRITTEN. */
  async change(job: Job, change: Partial<ExportRecord>): Promise<void> {
    const record = { ...job.record, ...change }
    await this.folder.write(record)
    job.record = record
  }

  /** Ends an export with a file. Throws EXPORT_UNWRITTEN. */
  async succeed(job: Job, file: Partial<ExportRecord>): Promise<void> {
    const finished = this.#deps.now()
    await this.change(job, { ...file, status: 'Successful', finished, expires: finished + this.#deps.keepMs })
    this.#logEnd(job)
  }

  /** Ends an export without a file. Never throws. */
  async fail(job: Job, thrown: unknown): Promise<void> {
    const { exportId: id } = job.record
    const { signal } = job.stop
    // A thread returns a copy of the reason.
    const error = signal.aborted ? signal.reason : thrown
    job.error = error
    const byUser = error instanceof Cancelled && error.byUser
    const finished = this.#deps.now()
    // The file goes first: it may be what fills the disk.
    await this.folder.clear(id).catch(() => {})
    const end = { status: byUser ? 'Aborted' : 'Failed', message: failureMessage(error), finished } as const
    const ended = { ...end, expires: finished + this.#deps.keepMs }
    // Without disk space, the next process finds the export running, and lets it fail then.
    await this.folder.write({ ...job.record, ...ended }).catch(() => {})
    job.record = { ...job.record, ...ended }
    job.bytes = 0
    if (!isUserError(error) && !(error instanceof Cancelled)) this.#log?.error({ err: error, exportId: id }, 'defect')
    this.#logEnd(job)
  }

  #logEnd({ record, error }: Job): void {
    const { exportId, status, outputType, rows, size, started, finished } = record
    const ms = finished! - (started ?? finished!)
    const code = isUserError(error) ? { code: error.code } : {}
    this.#log?.info({ exportId, status, outputType, rows, bytes: size, ms, ...code }, 'export')
  }

  /** The bytes of all files of exports. */
  get #bytes(): number {
    return this.all.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** The megabytes that are left of the quota, at least one. */
  get freeMegabytes(): number {
    return Math.max(1, Math.floor((this.#deps.quotaBytes - this.#bytes) / MEGABYTE))
  }

  /** Throws EXPORT_QUOTA when all files together have more bytes than allowed, less `slack`. */
  requireQuota(slack: 0 | 1): void {
    const { quotaBytes, now } = this.#deps
    if (this.#bytes < quotaBytes + slack) return
    const next = Math.min(...this.all.map(({ record }) => record.expires ?? Number.POSITIVE_INFINITY))
    const seconds = Number.isFinite(next) ? Math.max(1, Math.ceil((next - now()) / 1000)) : EXPORT_RETRY
    throw new UserError('EXPORT_QUOTA', { megabytes: Math.floor(quotaBytes / MEGABYTE), retryAfter: seconds })
  }
}
