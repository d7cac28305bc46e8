import { createHash } from 'node:crypto'
import type { RequestContext } from '../access/request-context.ts'
import { isUserError, UserError } from '../base/errors.ts'
import { FairQueue, type Load } from '../base/fair-queue.ts'
import { rejectAfterDelay } from '../base/reject-after-delay.ts'
import { runInWorker, type WorkerPort } from '../base/worker-job.ts'
import { fileFormats } from '../plan/file-formats.ts'
import { type FileRequest, joinProblems, type ReadFileRequest, reportOf } from '../plan/file-request.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { planOn, type ReportDeps, withSnapshot } from '../reports/run-report.ts'
import { matchingIssueCount } from '../sql/matching-issues.ts'
import type { Store } from '../store/store.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { formatInstant } from '../time/instant.ts'
import { ExportFolder, newExportId } from './export-folder.ts'
import { EXPORT_LIMITS, EXPORT_MEMORY_MEGABYTES, EXPORT_RETRY } from './export-limits.ts'
import type { ExportJob, ExportProgress, WrittenPart } from './export-messages.ts'
import { type ExportRecord, type ExportView, isPending, viewOf } from './export-record.ts'
import { prepareFile } from './prepare-file.ts'
import { isStillVisible } from './still-visible.ts'

/** Where exports are logged. */
export interface ExportLog {
  readonly info: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** The settings of exports. */
export interface ExportSettings {
  readonly keepMs: Millis
  readonly quotaBytes: number
}

/** The dependencies of exports. */
export interface ExportDeps extends ExportSettings {
  readonly store: Store
  readonly reportDeps: ReportDeps
  readonly now: () => Instant
  readonly version: string
  /** Starts a thread that writes one file. */
  readonly startThread: () => WorkerPort
}

/** A page of exports, newest first. */
export interface ExportPage {
  readonly total: number
  readonly exports: readonly ExportView[]
}

/** A complete file. */
export interface ExportedFile {
  readonly path: string
  readonly fileName: string
  readonly mediaType: string
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** A file for one request. `release` removes it. */
export interface TemporaryFile extends ExportedFile {
  readonly rows: number
  readonly warnings: readonly string[]
  readonly release: () => Promise<void>
}

/** The exports of reports to files. A caller only sees own exports. */
export interface Exports {
  /**
   * Starts an export. With a `key` that its caller has sent before, returns the export of then.
   *
   * Throws REPORT_INVALID with all mistakes, EXPORT_KEY_USED, EXPORTS_TOO_MANY, EXPORT_QUOTA and EXPORT_UNWRITTEN.
   */
  readonly start: (read: ReadFileRequest, key: string | null, requestContext: RequestContext) => Promise<ExportView>
  /** Returns the present state of an export. Throws EXPORT_UNKNOWN. */
  readonly find: (id: string, requestContext: RequestContext) => Promise<ExportView>
  readonly list: (from: number, size: number, requestContext: RequestContext) => Promise<ExportPage>
  /** Cancels an export, and returns its state when it has released its resources. Throws EXPORT_UNKNOWN and EXPORT_ENDED. */
  readonly cancel: (id: string, requestContext: RequestContext) => Promise<ExportView>
  /**
   * Returns the file of an export, if its owner may still see all of it.
   *
   * Throws EXPORT_UNKNOWN, EXPORT_NOT_READY, EXPORT_FAILED and EXPORT_EXPIRED.
   */
  readonly file: (id: string, requestContext: RequestContext) => Promise<ExportedFile>
  /** Removes an export that has ended, with its file. Throws EXPORT_UNKNOWN. */
  readonly remove: (id: string, requestContext: RequestContext) => Promise<void>
}

/** The exports of a process. */
export interface OpenExports extends Exports {
  /**
   * Writes a file for one request: when it is its turn, under the limits and the quota of exports. It is in no list.
   *
   * Throws the errors of `start`, and of the report. When the signal is aborted, the file is removed.
   */
  readonly write: (
    request: FileRequest,
    requestContext: RequestContext,
    onProgress?: (view: ExportView) => void,
  ) => Promise<TemporaryFile>
  /** The running and waiting exports. */
  readonly load: () => Load
  /** Removes expired files now and then, and logs exports, until the returned function is called. */
  readonly watch: (log: ExportLog) => () => void
  /** Cancels all exports, and resolves when they have released their resources. */
  readonly close: () => Promise<void>
}

/** The reason of an export that its user has canceled, in the words of the contract's service. */
const ABORTED = 'Report is aborted by user'

const STOPPED = 'The server was stopped.'

/** The interval of checks for expired files. Milliseconds. */
const SWEEP_MS = 60_000

const MEGABYTE = 1024 * 1024

/** Aborts an export: by its user, or because the process ends. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
  readonly byUser: boolean

  constructor(byUser: boolean) {
    super(byUser ? ABORTED : STOPPED)
    this.byUser = byUser
  }
}

interface Job {
  record: ExportRecord
  readonly stop: AbortController
  /** The bytes of its files now. */
  bytes: number
  /** Resolves when the export has ended and has released its resources. */
  ended: Promise<void>
  /** Why it failed. */
  error: unknown
  onChange: (() => void) | null
}

/** Returns the exports of a store. Only one process may have it open. */
export function createExports(deps: ExportDeps): OpenExports {
  return new ExportJobs(deps)
}

class ExportJobs implements OpenExports {
  readonly #deps: ExportDeps
  readonly #folder: ExportFolder
  readonly #queue = new FairQueue(EXPORT_LIMITS, {
    timedOut: () => new Error('exports have no timeout'),
    tooManyOfUser: () => new UserError('EXPORTS_TOO_MANY', { limit: EXPORT_LIMITS.perUser, retryAfter: EXPORT_RETRY }),
    tooManyWait: () => new UserError('SERVER_BUSY', { retryAfter: EXPORT_RETRY }),
  })
  readonly #jobs = new Map<string, Job>()
  #loading: Promise<void> | undefined
  #isClosed = false
  #log: ExportLog | null = null

  constructor(deps: ExportDeps) {
    this.#deps = deps
    this.#folder = new ExportFolder(deps.store.exportsFolder)
  }

  load = (): Load => this.#queue.load

  start: Exports['start'] = async ({ request, problems }, key, requestContext) => {
    const job = await this.#start(request, problems, key, requestContext, { isHidden: false })
    return viewOf(job.record)
  }

  find: Exports['find'] = async (id, requestContext) => viewOf((await this.#own(id, requestContext)).record)

  list: Exports['list'] = async (from, size, { caller }) => {
    await this.#load()
    await this.#sweep()
    const own = [...this.#jobs.values()]
      .map(({ record }) => record)
      .filter(({ owner, isHidden }) => owner === caller.login && !isHidden)
      .sort((a, b) => b.created - a.created || (a.exportId < b.exportId ? 1 : -1))
    return { total: own.length, exports: own.slice(from, from + size).map(viewOf) }
  }

  cancel: Exports['cancel'] = async (id, requestContext) => {
    const job = await this.#own(id, requestContext)
    if (!isPending(job.record)) throw new UserError('EXPORT_ENDED', { id })
    job.stop.abort(new Cancelled(true))
    await job.ended
    // It may have been complete already.
    if (job.record.status !== 'Aborted') throw new UserError('EXPORT_ENDED', { id })
    return viewOf(job.record)
  }

  file: Exports['file'] = async (id, requestContext) => {
    const { record } = await this.#own(id, requestContext)
    if (isPending(record)) throw new UserError('EXPORT_NOT_READY', { id })
    if (record.status === 'Expired') throw new UserError('EXPORT_EXPIRED', { id })
    if (record.status !== 'Successful') throw new UserError('EXPORT_FAILED', { id, reasons: [record.message ?? ''] })
    const { ids } = this.#folder.pathsOf(id)
    const isVisible = await isStillVisible(this.#deps.store, ids, record.visibility!, requestContext)
    // It may have expired meanwhile.
    if (!isVisible || this.#jobs.get(id)?.record.status !== 'Successful') throw new UserError('EXPORT_UNKNOWN', { id })
    return this.#fileOf(record)
  }

  remove: Exports['remove'] = async (id, requestContext) => {
    const job = await this.#own(id, requestContext)
    if (isPending(job.record)) throw new UserError('EXPORT_NOT_READY', { id })
    await this.#forget(id)
  }

  write: OpenExports['write'] = async (request, requestContext, onProgress) => {
    const { signal } = requestContext
    const job = await this.#start(request, [], null, requestContext, { isHidden: true })
    const id = job.record.exportId
    const stop = () => job.stop.abort(new Cancelled(true))
    job.onChange = () => onProgress?.(viewOf(job.record))
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    await job.ended
    signal?.removeEventListener('abort', stop)
    if (signal?.aborted || job.record.status !== 'Successful') {
      await this.#forget(id)
      signal?.throwIfAborted()
      throw job.error
    }
    const { rows, warnings } = job.record
    return { ...this.#fileOf(job.record), rows: rows!, warnings, release: () => this.#forget(id) }
  }

  watch = (log: ExportLog): (() => void) => {
    this.#log = log
    const sweep = () => {
      const swept = this.#load().then(() => this.#sweep())
      swept.catch(error => log.error({ err: error }, 'defect'))
    }
    sweep()
    const timer = setInterval(sweep, SWEEP_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  close = async (): Promise<void> => {
    this.#isClosed = true
    await this.#loading
    const pending = [...this.#jobs.values()].filter(({ record }) => isPending(record))
    for (const { stop } of pending) stop.abort(new Cancelled(false))
    await Promise.all(pending.map(({ ended }) => ended))
  }

  /** Reads the exports of earlier processes. Those that ran then have failed. */
  #load(): Promise<void> {
    this.#loading ??= this.#readAll().catch(error => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #readAll(): Promise<void> {
    for (const record of await this.#folder.readAll()) {
      const id = record.exportId
      if (record.isHidden) {
        await this.#folder.remove(id)
        continue
      }
      const job = this.#newJob(record)
      this.#jobs.set(id, job)
      if (isPending(record)) await this.#fail(job, new Cancelled(false))
      job.bytes = await this.#folder.bytesOf(id)
    }
  }

  async #own(id: string, { caller }: RequestContext): Promise<Job> {
    await this.#load()
    await this.#sweep()
    const job = this.#jobs.get(id)
    if (!job || job.record.isHidden || job.record.owner !== caller.login) throw new UserError('EXPORT_UNKNOWN', { id })
    return job
  }

  async #start(
    request: FileRequest,
    problems: readonly string[],
    keyText: string | null,
    requestContext: RequestContext,
    { isHidden }: { readonly isHidden: boolean },
  ): Promise<Job> {
    await this.#load()
    await this.#sweep()
    const { caller, signal } = requestContext
    const key = keyText === null ? null : { text: keyText, digest: digestOf(request) }
    const earlier = this.#withKey(key, caller.login)
    if (earlier) return earlier
    const created = this.#deps.now()
    const { plan, issues } = await this.#plan(request, problems, created, requestContext)
    this.#requireQuota(0)
    // Another request with this key may have come first.
    const other = this.#withKey(key, caller.login)
    if (other) return other
    const refusal = this.#isClosed ? new UserError('STOPPING') : this.#queue.refusal(caller.login)
    if (refusal) return rejectAfterDelay(refusal, signal)
    const job = this.#newJob({
      ...{ version: 1, exportId: newExportId(), owner: caller.login, isHidden, key, created },
      ...{ status: 'Waiting', completed: 0, total: issues, message: null, started: null, finished: null },
      ...{ expires: null, size: null, rows: null, sha256: null, visibility: null },
      ...{ fileName: null, outputType: request.outputType, format: request.format, query: plan.query },
      ...{ asOf: plan.asOf, warnings: [...plan.warnings] },
    })
    this.#jobs.set(job.record.exportId, job)
    let isSaved = () => {}
    const saved = new Promise<void>(resolve => {
      isSaved = resolve
    })
    let running: Promise<void> | undefined
    const work = (signal: AbortSignal) => {
      running = saved.then(() => this.#run(job, request, { caller, signal }))
      return running
    }
    job.ended = this.#queue
      .run(caller.login, work, job.stop.signal)
      .catch(() => {})
      // The queue rejects at once, but the job may still be releasing its resources.
      .then(() => running ?? this.#fail(job, job.stop.signal.reason))
    try {
      await this.#folder.write(job.record)
    } catch (error) {
      job.stop.abort(error)
      isSaved()
      await job.ended
      await this.#forget(job.record.exportId)
      throw error
    }
    isSaved()
    return job
  }

  #newJob(record: ExportRecord): Job {
    const stop = new AbortController()
    return { record, stop, bytes: 0, ended: Promise.resolve(), error: null, onChange: null }
  }

  #withKey(key: ExportRecord['key'], owner: string | null): Job | undefined {
    if (key === null) return undefined
    const job = [...this.#jobs.values()].find(({ record }) => record.owner === owner && record.key?.text === key.text)
    if (job && job.record.key!.digest !== key.digest) throw new UserError('EXPORT_KEY_USED', { key: key.text })
    return job
  }

  /** Plans an export, and counts its issues. */
  async #plan(
    request: FileRequest,
    problems: readonly string[],
    now: Instant,
    requestContext: RequestContext,
  ): Promise<{ readonly plan: ReportPlan; readonly issues: number }> {
    const deps = { ...this.#deps.reportDeps, now: () => now }
    try {
      return await withSnapshot(deps, requestContext, async whole => {
        const { plan, snapshot } = await planOn(whole, reportOf(request), deps, requestContext, request.warnings)
        if (problems.length > 0) throw new UserError('REPORT_INVALID', { messages: [] })
        const { where, browsable, asOf } = plan
        const [row] = await snapshot.run(matchingIssueCount(where, browsable, asOf, snapshot.dialect))
        return { plan, issues: Number(row!.issues) }
      })
    } catch (error) {
      if (isUserError(error, 'REPORT_INVALID')) joinProblems(problems, error)
      throw error
    }
  }

  async #run(job: Job, request: FileRequest, requestContext: RequestContext): Promise<void> {
    const id = job.record.exportId
    try {
      requestContext.signal?.throwIfAborted()
      await this.#change(job, { status: 'In Progress', started: this.#deps.now() })
      const made = await this.#make(job, request, requestContext)
      requestContext.signal?.throwIfAborted()
      await this.#folder.complete(id)
      job.bytes = await this.#folder.bytesOf(id)
      const finished = this.#deps.now()
      const expires = finished + this.#deps.keepMs
      const { issues, ...file } = made
      await this.#change(job, { ...file, status: 'Successful', completed: issues, total: issues, finished, expires })
      this.#logEnd(job)
    } catch (error) {
      await this.#fail(job, error)
    }
  }

  /** Writes the file of an export as `file.part`. */
  async #make(job: Job, request: FileRequest, requestContext: RequestContext) {
    const { record } = job
    const paths = this.#folder.pathsOf(record.exportId)
    const { store, reportDeps, version } = this.#deps
    const deps = { ...reportDeps, now: () => record.created }
    const check = async () => {
      await this.#folder.requireSpace()
      job.bytes = await this.#folder.bytesOf(record.exportId)
      this.#requireQuota(1)
    }
    await check()
    const prepared = await prepareFile(request, { store, deps, version }, paths, requestContext, {
      onTable: check,
      onTotal: total => {
        job.record = { ...job.record, total }
        job.onChange?.()
      },
    })
    const { sheets, facts, issues, visibility } = prepared
    const limits = {
      memoryMegabytes: EXPORT_MEMORY_MEGABYTES,
      temporaryMegabytes: Math.max(1, Math.floor((this.#deps.quotaBytes - this.#bytes) / MEGABYTE)),
    }
    const { format, layout } = request
    const { folder, part: file } = paths
    const exportJob: ExportJob = { folder, file, format, layout, sheets, facts, limits }
    const part = await this.#write(job, exportJob, requestContext.signal!)
    const { plan } = sheets[0]!.head
    const fileName = `${plan.type}-${plan.aggregate ?? 'list'}-${formatInstant(plan.asOf).slice(0, 10)}.${fileFormats[format].extension}`
    return { ...part, issues, fileName, visibility, warnings: facts.warnings }
  }

  async #write(job: Job, exportJob: ExportJob, signal: AbortSignal): Promise<WrittenPart> {
    const before = job.bytes
    const full = new AbortController()
    const onEvent = ({ issues, bytes }: ExportProgress) => {
      job.record = { ...job.record, completed: issues }
      job.bytes = before + bytes
      job.onChange?.()
      try {
        this.#requireQuota(1)
      } catch (error) {
        full.abort(error)
      }
      this.#folder.requireSpace().catch(error => full.abort(error))
    }
    const thread = this.#deps.startThread()
    const either = AbortSignal.any([signal, full.signal])
    return (await runInWorker(thread, {
      ...{ name: 'export', job: exportJob, services: {}, onEvent, signal: either },
    })) as WrittenPart
  }

  /** Ends an export without a file. Never throws. */
  async #fail(job: Job, thrown: unknown): Promise<void> {
    const { exportId: id } = job.record
    const { signal } = job.stop
    // A thread returns a copy of the reason.
    const error = signal.aborted ? signal.reason : thrown
    job.error = error
    const byUser = error instanceof Cancelled && error.byUser
    const finished = this.#deps.now()
    // The file goes first: it may be what fills the disk.
    await this.#folder.clear(id).catch(() => {})
    const end = { status: byUser ? 'Aborted' : 'Failed', message: messageOf(error), finished } as const
    // Without disk space, the next process finds the export running, and lets it fail then.
    await this.#change(job, { ...end, expires: finished + this.#deps.keepMs }).catch(() => {})
    job.bytes = 0
    if (!isUserError(error) && !(error instanceof Cancelled)) this.#log?.error({ err: error, exportId: id }, 'defect')
    this.#logEnd(job)
  }

  async #change(job: Job, change: Partial<ExportRecord>): Promise<void> {
    job.record = { ...job.record, ...change }
    job.onChange?.()
    await this.#folder.write(job.record)
  }

  #logEnd({ record, error }: Job): void {
    const { exportId, status, outputType, rows, size, started, finished } = record
    const ms = finished! - (started ?? finished!)
    const code = isUserError(error) ? { code: error.code } : {}
    this.#log?.info({ exportId, status, outputType, rows, bytes: size, ms, ...code }, 'export')
  }

  #fileOf({ exportId, fileName, format, size, sha256 }: ExportRecord): ExportedFile {
    const { file: path } = this.#folder.pathsOf(exportId)
    return { path, fileName: fileName!, mediaType: fileFormats[format].mediaType, size: size!, sha256: sha256! }
  }

  /** The bytes of all files of exports. */
  get #bytes(): number {
    return [...this.#jobs.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Throws EXPORT_QUOTA when all files together have more bytes than allowed, less `slack`. */
  #requireQuota(slack: 0 | 1): void {
    const { quotaBytes, now } = this.#deps
    if (this.#bytes < quotaBytes + slack) return
    const next = Math.min(...[...this.#jobs.values()].map(({ record }) => record.expires ?? Number.POSITIVE_INFINITY))
    const seconds = Number.isFinite(next) ? Math.max(1, Math.ceil((next - now()) / 1000)) : EXPORT_RETRY
    throw new UserError('EXPORT_QUOTA', { megabytes: Math.floor(quotaBytes / MEGABYTE), retryAfter: seconds })
  }

  /** Removes expired files. Their exports stay in lists for as long again; those without a file are removed. */
  async #sweep(): Promise<void> {
    const now = this.#deps.now()
    for (const [id, job] of [...this.#jobs]) {
      const { expires, status } = job.record
      if (expires === null || now < expires) continue
      if (status === 'Successful') {
        const forgotten = expires + this.#deps.keepMs
        job.record = { ...job.record, status: 'Expired', message: 'Its file was removed.', expires: forgotten }
        await this.#folder.clear(id)
        job.bytes = 0
        await this.#folder.write(job.record)
      } else await this.#forget(id)
    }
  }

  async #forget(id: string): Promise<void> {
    this.#jobs.delete(id)
    await this.#folder.remove(id)
  }
}

function digestOf({ warnings: _, ...request }: FileRequest): string {
  const parameters = request.parameters.map(({ name, value }) => [name.toLowerCase(), value]).sort()
  return createHash('sha256')
    .update(JSON.stringify({ ...request, parameters }))
    .digest('hex')
}

/** Returns why an export has no file, for its owner. */
function messageOf(error: unknown): string {
  if (error instanceof Cancelled) return error.message
  if (isUserError(error, 'STORE_FAILED'))
    return new UserError('EXPORT_UNWRITTEN', { reason: error.parameters.reason }).message
  return isUserError(error) ? error.message : 'Something went wrong in the server. Its log has the reason.'
}
