import type { RequestContext } from '../../access/permissions/request-context.ts'
import { UserError } from '../../core/base/errors.ts'
import { FairQueue, type Load } from '../../core/base/fair-queue.ts'
import { rejectAfterDelay } from '../../core/base/reject-after-delay.ts'
import { type FileRequest, type ReadFileRequest, savedQueryOf } from '../../store/plan/file-request.ts'
import { formats } from '../../store/plan/formats.ts'
import { namedInPlan } from '../../store/plan/named-in-plan.ts'
import type { ExportDeps, ExportLog } from './export-deps.ts'
import { newExportId } from './export-folder.ts'
import { EXPORT_LIMITS, EXPORT_RETRY, TEMPORARY_LIMITS, TEMPORARY_RETRY } from './export-limits.ts'
import { type ExportRecord, type ExportView, hiddenView, isPending, viewOf } from './export-record.ts'
import { Cancelled, type Job, newJob } from './job.ts'
import { Jobs } from './jobs.ts'
import type { ExportedFile, Exports, OpenExports, RunCheck } from './open-exports.ts'
import { accountsCreated } from './owners.ts'
import { digestOf, planExport } from './plan-export.ts'
import { runExport } from './run-export.ts'
import { isStillVisible, visibilityOf } from './still-visible.ts'

/** The interval of checks for expired files. Milliseconds. */
const SWEEP_MS = 60_000

/** The exports of a process: they wait for their turn, and run. Only one process may have the store open. */
export class ExportQueue implements OpenExports {
  readonly #deps: ExportDeps
  readonly #jobs: Jobs
  readonly #queue = new FairQueue(EXPORT_LIMITS, {
    timedOut: () => new Error('exports have no timeout'),
    tooManyOfUser: () => new UserError('EXPORTS_TOO_MANY', { limit: EXPORT_LIMITS.perUser, retryAfter: EXPORT_RETRY }),
    tooManyWait: () => new UserError('SERVER_BUSY', { retryAfter: EXPORT_RETRY }),
  })
  /** A client waits for these files, so they do not wait for exports. */
  readonly #temporary = new FairQueue(TEMPORARY_LIMITS, {
    timedOut: () => new Error('files for one request have no timeout'),
    tooManyOfUser: () =>
      new UserError('ROWS_TOO_MANY', { limit: TEMPORARY_LIMITS.perUser, retryAfter: TEMPORARY_RETRY }),
    tooManyWait: () => new UserError('SERVER_BUSY', { retryAfter: TEMPORARY_RETRY }),
  })
  #isClosed = false

  constructor(deps: ExportDeps) {
    this.#deps = deps
    this.#jobs = new Jobs(deps)
  }

  load = (): Load => {
    const [exports, temporary] = [this.#queue.load, this.#temporary.load]
    return { running: exports.running + temporary.running, waiting: exports.waiting + temporary.waiting }
  }

  start: Exports['start'] = async (read, key, requestContext) => {
    const job = await this.#start(read, key, requestContext, { isHidden: false, runCheck: null })
    return this.#viewFor(job, requestContext)
  }

  find: Exports['find'] = async (id, requestContext) =>
    this.#viewFor(await this.#jobs.own(id, requestContext), requestContext)

  list: Exports['list'] = async (from, size, requestContext) => {
    await this.#jobs.current()
    const { login } = requestContext.caller
    const own = this.#jobs.all
      .filter(({ record: { owner, isHidden } }) => owner === login && !isHidden)
      .sort(({ record: a }, { record: b }) => b.created - a.created || (a.exportId < b.exportId ? 1 : -1))
    const exports: ExportView[] = []
    for (const job of own.slice(from, from + size)) exports.push(await this.#viewFor(job, requestContext))
    return { total: own.length, exports }
  }

  cancel: Exports['cancel'] = async (id, requestContext) => {
    const job = await this.#jobs.own(id, requestContext)
    if (!isPending(job.record)) throw new UserError('EXPORT_ENDED', { id })
    job.stop.abort(new Cancelled(true))
    await job.ended
    // It may have been complete already.
    if (job.record.status !== 'Aborted') throw new UserError('EXPORT_ENDED', { id })
    return this.#viewFor(job, requestContext)
  }

  file: Exports['file'] = async (id, requestContext) => {
    const job = await this.#jobs.own(id, requestContext)
    const { record } = job
    if (isPending(record)) throw new UserError('EXPORT_NOT_READY', { id })
    if (record.status === 'Expired') throw new UserError('EXPORT_EXPIRED', { id })
    if (record.status !== 'Successful') throw new UserError('EXPORT_FAILED', { id, reasons: [record.message ?? ''] })
    const isVisible = await this.#isVisible(job, requestContext)
    // It may have expired meanwhile, also during the check.
    if (!isVisible || !this.#jobs.hasFile(id)) throw new UserError('EXPORT_UNKNOWN', { id })
    return this.#fileOf(record)
  }

  downloaded: Exports['downloaded'] = async (id, requestContext) => {
    const job = await this.#jobs.own(id, requestContext)
    // Without disk space, or after its removal, nothing is recorded.
    if (this.#jobs.hasFile(id) && job.record.downloaded === null)
      await this.#jobs.change(job, { downloaded: this.#deps.now() }).catch(() => {})
  }

  remove: Exports['remove'] = async (id, requestContext) => {
    const job = await this.#jobs.own(id, requestContext)
    if (isPending(job.record)) throw new UserError('EXPORT_NOT_READY', { id })
    await this.#jobs.forget(id)
  }

  write: OpenExports['write'] = async (read, requestContext, runCheck) => {
    const { signal } = requestContext
    const job = await this.#start(read, null, requestContext, { isHidden: true, runCheck: runCheck ?? null })
    const id = job.record.exportId
    const stop = () => job.stop.abort(new Cancelled(true))
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    await job.ended
    signal?.removeEventListener('abort', stop)
    if (signal?.aborted || job.record.status !== 'Successful') {
      await this.#jobs.forget(id)
      signal?.throwIfAborted()
      throw job.error
    }
    const { rows, total, warnings } = job.record
    const shown = read.request.endpoint === 'list' ? total : rows!
    return { ...this.#fileOf(job.record), total: shown, warnings, release: () => this.#jobs.forget(id) }
  }

  watch = (log: ExportLog): (() => void) => {
    this.#jobs.logTo(log)
    const sweep = () => {
      this.#jobs.current().catch(error => log.error({ err: error }, 'defect'))
    }
    sweep()
    const timer = setInterval(sweep, SWEEP_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  close = async (): Promise<void> => {
    this.#isClosed = true
    await this.#jobs.loadStarted()
    const pending = this.#jobs.all.filter(({ record }) => isPending(record))
    for (const { stop } of pending) stop.abort(new Cancelled(false))
    await Promise.all(pending.map(({ ended }) => ended))
  }

  async #start(
    { request, problems }: ReadFileRequest,
    keyText: string | null,
    requestContext: RequestContext,
    { isHidden, runCheck }: { readonly isHidden: boolean; readonly runCheck: RunCheck | null },
  ): Promise<Job> {
    const jobs = this.#jobs
    await jobs.current()
    const { caller, signal } = requestContext
    const key = keyText === null ? null : { text: keyText, digest: digestOf(request) }
    const earlier = jobs.withKey(key, caller.login)
    if (earlier) return earlier
    const ownerSince = (await accountsCreated(this.#deps.store))(caller.login)
    const created = this.#deps.now()
    const reportDeps = { ...this.#deps.reportDeps, now: () => created }
    const check = (context: RequestContext) => planExport(request, problems, reportDeps, context)
    const checked = runCheck ? runCheck(signal => check({ caller, signal })) : check(requestContext)
    const { plan, issues } = await checked
    await jobs.makeRoom(caller.login, 0)
    // Another request with this key may have come first.
    const other = jobs.withKey(key, caller.login)
    if (other) return other
    const queue = isHidden ? this.#temporary : this.#queue
    const refusal = this.#isClosed ? new UserError('STOPPING') : queue.refusal(caller.login)
    if (refusal) return rejectAfterDelay(refusal, signal)
    const job = newJob({
      version: 2,
      exportId: newExportId(),
      owner: caller.login,
      ownerSince,
      isHidden,
      key,
      created,
      status: 'Waiting',
      completed: 0,
      total: issues,
      message: null,
      started: null,
      finished: null,
      expires: null,
      downloaded: null,
      size: null,
      rows: null,
      sha256: null,
      visibility: visibilityOf(requestContext, namedInPlan(plan, savedQueryOf(request))),
      fileName: null,
      outputType: request.outputType,
      format: request.format,
      query: plan.query,
      asOf: plan.asOf,
      warnings: [...plan.warnings],
    })
    jobs.add(job)
    await this.#enqueue(job, queue, request, caller)
    return job
  }

  /** Puts an export in the queue. It does not begin before its state is saved. Throws EXPORT_UNWRITTEN. */
  async #enqueue(job: Job, queue: FairQueue, request: FileRequest, caller: RequestContext['caller']): Promise<void> {
    const jobs = this.#jobs
    let isSaved = () => {}
    const saved = new Promise<void>(resolve => {
      isSaved = resolve
    })
    let running: Promise<void> | undefined
    const work = (signal: AbortSignal) => {
      running = saved.then(() => runExport(job, request, { caller, signal }, jobs, this.#deps))
      return running
    }
    job.ended = queue
      .run(caller.login, work, job.stop.signal)
      .catch(() => {})
      // The queue rejects at once, but the job may still be releasing its resources.
      .then(() => running ?? jobs.fail(job, job.stop.signal.reason))
    try {
      await jobs.folder.write(job.record)
    } catch (error) {
      job.stop.abort(error)
      isSaved()
      await job.ended
      await jobs.forget(job.record.exportId)
      throw error
    }
    isSaved()
  }

  /** Returns what the caller may see of an own export. */
  async #viewFor(job: Job, requestContext: RequestContext): Promise<ExportView> {
    return (await this.#isVisible(job, requestContext)) ? viewOf(job.record) : hiddenView(job.record)
  }

  /** Returns whether the caller may still see everything that an own export names. */
  async #isVisible(job: Job, requestContext: RequestContext): Promise<boolean> {
    const { exportId: id } = job.record
    const visibleWith = (ids: string | null) => isStillVisible(this.#deps.store, job, ids, requestContext)
    const ids = this.#jobs.idsOf(id)
    if (ids === null) return visibleWith(null)
    return visibleWith(ids).catch(error => {
      if (this.#jobs.idsOf(id) !== null) throw error
      // It was removed during the check.
      return visibleWith(null)
    })
  }

  #fileOf({ exportId, fileName, format, size, sha256 }: ExportRecord): ExportedFile {
    const { file: path } = this.#jobs.folder.pathsOf(exportId)
    return { path, fileName: fileName!, mediaType: formats[format].mediaType, size: size!, sha256: sha256! }
  }
}
