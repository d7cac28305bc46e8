import { existsSync } from 'node:fs'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ExportDeps, ExportLog } from './export-deps.ts'
import { ExportFolder } from './export-folder.ts'
import { EXPORT_RETRY, USER_SHARE } from './export-limits.ts'
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

  /** Returns the folder with what the file of an export contains, also after the file expired; `null` without one. */
  idsOf(id: string): string | null {
    const status = this.#jobs.get(id)?.record.status
    const { ids } = this.folder.pathsOf(id)
    return status === 'Successful' || (status === 'Expired' && existsSync(ids)) ? ids : null
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
      if (status === 'Successful') await this.#expire(job, expires, 'Its file was removed.')
      else await this.forget(id)
    }
  }

  /** Removes the file of an export, whose expiry was at `expired`. */
  async #expire(job: Job, expired: Instant, message: string): Promise<void> {
    job.record = { ...job.record, status: 'Expired', message, expires: expired + this.#deps.keepMs }
    // Another export that makes space meanwhile must not remove one more file for these bytes.
    job.bytes = 0
    await this.folder.removeFile(job.record.exportId)
    job.bytes = await this.folder.bytesOf(job.record.exportId)
    // If the disk is full, the next process records the expiry again.
    await job.writes.run(() => this.folder.write(job.record)).catch(() => {})
  }

  /** Saves a new state of an export, and then shows it. Throws EXPORT_UNWRITTEN. */
  async change(job: Job, change: Partial<ExportRecord>): Promise<void> {
    await job.writes.run(async () => {
      await this.folder.write({ ...job.record, ...change })
      // Its file may have expired during the write.
      job.record = { ...job.record, ...change }
    })
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

  /** Returns the megabytes that are left for the files of a user, at least one. Does not count files that may be removed. */
  freeMegabytes(owner: string | null): number {
    const { quotaBytes } = this.#deps
    const kept = this.all.filter(job => !isExpendable(job))
    const left = Math.min(quotaBytes - bytesOf(kept), this.#shareOf(owner) - bytesOf(kept.filter(isOwnedBy(owner))))
    return Math.max(1, Math.floor(left / MEGABYTE))
  }

  /**
   * Removes downloaded files, the oldest first, while the files of a user have more bytes than their share, or all files
   * together more than allowed, less `slack`.
   *
   * Throws EXPORT_SHARE and EXPORT_QUOTA when there are no more downloaded files.
   */
  async makeRoom(owner: string | null, slack: 0 | 1): Promise<void> {
    const limits = [
      { code: 'EXPORT_SHARE', bytes: this.#shareOf(owner), isCounted: isOwnedBy(owner) },
      { code: 'EXPORT_QUOTA', bytes: this.#deps.quotaBytes, isCounted: () => true },
    ] as const
    for (const { code, bytes, isCounted } of limits) {
      for (;;) {
        const counted = this.all.filter(isCounted)
        if (bytesOf(counted) < bytes + slack) break
        const [oldest] = counted.filter(isExpendable).sort((a, b) => a.record.created - b.record.created)
        if (!oldest) throw this.#full(code, bytes, counted)
        await this.#expire(oldest, this.#deps.now(), 'Its file was downloaded, and then removed to make space.')
      }
    }
  }

  /** Returns the bytes that the files of a user may take up. Without logins, all callers are one user. */
  #shareOf(owner: string | null): number {
    return owner === null ? Number.POSITIVE_INFINITY : this.#deps.quotaBytes * USER_SHARE
  }

  #full(code: 'EXPORT_SHARE' | 'EXPORT_QUOTA', bytes: number, counted: readonly Job[]): UserError {
    const next = Math.min(...counted.map(({ record }) => record.expires ?? Number.POSITIVE_INFINITY))
    const seconds = Number.isFinite(next) ? Math.max(1, Math.ceil((next - this.#deps.now()) / 1000)) : EXPORT_RETRY
    // The share of an odd number of megabytes ends in a half.
    const megabytes = Math.floor((bytes / MEGABYTE) * 10) / 10
    return new UserError(code, { megabytes, retryAfter: seconds })
  }
}

/** Returns whether the file of an export may be removed to make space. */
function isExpendable({ record: { status, downloaded, isHidden } }: Job): boolean {
  return status === 'Successful' && downloaded !== null && !isHidden
}

function isOwnedBy(owner: string | null): (job: Job) => boolean {
  return ({ record }) => record.owner === owner
}

function bytesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { bytes }) => sum + bytes, 0)
}
