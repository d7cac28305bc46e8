import type { RequestContext } from '../access/request-context.ts'
import { runInWorker } from '../base/worker-job.ts'
import { fileFormats } from '../plan/file-formats.ts'
import type { FileRequest } from '../plan/file-request.ts'
import { formatInstant } from '../time/instant.ts'
import type { ExportDeps } from './export-deps.ts'
import { EXPORT_MEMORY_MEGABYTES } from './export-limits.ts'
import type { ExportJob, ExportProgress, WrittenPart } from './export-messages.ts'
import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'
import { prepareFile } from './prepare-file.ts'

/** Runs an export to its end. Never throws. */
export async function runExport(
  job: Job,
  request: FileRequest,
  requestContext: RequestContext,
  jobs: Jobs,
  deps: ExportDeps,
): Promise<void> {
  const id = job.record.exportId
  try {
    requestContext.signal?.throwIfAborted()
    await jobs.change(job, { status: 'In Progress', started: deps.now() })
    const { issues, ...file } = await make(job, request, requestContext, jobs, deps)
    requestContext.signal?.throwIfAborted()
    await jobs.folder.complete(id)
    job.bytes = await jobs.folder.bytesOf(id)
    await jobs.succeed(job, { ...file, completed: issues, total: issues })
  } catch (error) {
    await jobs.fail(job, error)
  }
}

/** Writes the file of an export as `file.part`. */
async function make(job: Job, request: FileRequest, requestContext: RequestContext, jobs: Jobs, deps: ExportDeps) {
  const { record } = job
  const paths = jobs.folder.pathsOf(record.exportId)
  const { store, version } = deps
  const reportDeps = { ...deps.reportDeps, now: () => record.created }
  const check = async () => {
    await jobs.folder.requireSpace()
    job.bytes = await jobs.folder.bytesOf(record.exportId)
    jobs.requireQuota(1)
  }
  await check()
  const prepared = await prepareFile(request, { store, deps: reportDeps, version }, paths, requestContext, {
    onTable: check,
    onTotal: total => {
      job.record = { ...job.record, total }
    },
  })
  const { sheets, facts, issues, visibility } = prepared
  const limits = { memoryMegabytes: EXPORT_MEMORY_MEGABYTES, temporaryMegabytes: jobs.freeMegabytes }
  const { format, layout } = request
  const { folder, part: file } = paths
  const exportJob: ExportJob = { folder, file, format, layout, sheets, facts, limits }
  const part = await write(job, exportJob, requestContext.signal!, jobs, deps)
  const { plan } = sheets[0]!.head
  const fileName = `${plan.type}-${plan.aggregate ?? 'list'}-${formatInstant(plan.asOf).slice(0, 10)}.${fileFormats[format].extension}`
  return { ...part, issues, fileName, visibility, warnings: facts.warnings }
}

async function write(
  job: Job,
  exportJob: ExportJob,
  signal: AbortSignal,
  jobs: Jobs,
  { startThread }: ExportDeps,
): Promise<WrittenPart> {
  const before = job.bytes
  const full = new AbortController()
  const onEvent = ({ issues, bytes }: ExportProgress) => {
    job.record = { ...job.record, completed: issues }
    job.bytes = before + bytes
    try {
      jobs.requireQuota(1)
    } catch (error) {
      full.abort(error)
    }
    jobs.folder.requireSpace().catch(error => full.abort(error))
  }
  const either = AbortSignal.any([signal, full.signal])
  return (await runInWorker(startThread(), {
    ...{ name: 'export', job: exportJob, services: {}, onEvent, signal: either },
  })) as WrittenPart
}
