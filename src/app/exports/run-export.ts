import type { RequestContext } from '../../access/permissions/request-context.ts'
import { runInWorker } from '../../core/base/worker-job.ts'
import { fileNameOf, fileTitle } from '../../reports/table/file-name.ts'
import { partsOf } from '../../reports/table/percentile-columns.ts'
import type { FileRequest } from '../../store/plan/file-request.ts'
import { formats } from '../../store/plan/formats.ts'
import { type ReportTypeName, reportTypes } from '../../store/plan/report-types.ts'
import type { ExportDeps } from './export-deps.ts'
import { exportMegabytes } from './export-limits.ts'
import type { ExportJob, ExportProgress, WrittenPart } from './export-messages.ts'
import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'
import { digestOf } from './plan-export.ts'
import { prepareFile } from './prepare-file.ts'
import { guardSpace, type SpaceGuard } from './space-guard.ts'

/** The caller of a run, and the signal that ends it. */
type RunContext = Required<Pick<RequestContext, 'caller' | 'signal'>>

/** Runs an export to its end. Never throws. */
export async function runExport(
  job: Job,
  request: FileRequest,
  { caller, signal }: RunContext,
  jobs: Jobs,
  deps: ExportDeps,
): Promise<void> {
  const id = job.record.exportId
  const guard = guardSpace(job, jobs)
  try {
    signal.throwIfAborted()
    await jobs.change(job, { status: 'In Progress', started: deps.now() })
    const either = AbortSignal.any([signal, guard.signal])
    const { issues, ...file } = await make(job, request, { caller, signal: either }, { jobs, deps, guard })
    signal.throwIfAborted()
    await jobs.folder.complete(id)
    guard.close()
    job.bytes = await jobs.folder.bytesOf(id)
    await jobs.succeed(job, { ...file, completed: issues, total: issues })
  } catch (error) {
    guard.close()
    await jobs.fail(job, error)
  }
}

/** Writes the file of an export as `file.part`. */
async function make(
  job: Job,
  request: FileRequest,
  context: RunContext,
  { jobs, deps, guard }: { readonly jobs: Jobs; readonly deps: ExportDeps; readonly guard: SpaceGuard },
) {
  const { record } = job
  const paths = jobs.folder.pathsOf(record.exportId)
  const { store, version } = deps
  const reportDeps = { ...deps.reportDeps, now: () => record.created }
  const show = (change: { readonly completed: number } | { readonly total: number }) => {
    job.record = { ...job.record, ...change }
  }
  await guard.check()
  const prepared = await prepareFile(request, { store, deps: reportDeps, version }, paths, context, {
    onTable: guard.check,
    onTotal: total => show({ total }),
  })
  const { sheets, facts, issues, visibility } = prepared
  const { format, layout, columns } = request
  const { columns: all, plan } = sheets[0]!.head
  const memoryMegabytes = exportMegabytes(layout, all.length * partsOf(plan).length)
  const limits = { memoryMegabytes, temporaryMegabytes: jobs.freeMegabytes(record.owner) }
  const { folder, part: file } = paths
  const exportJob: ExportJob = { folder, file, format, layout, columns, sheets, facts, limits }
  const part = (await runInWorker<ExportJob, ExportProgress>(deps.startThread(), {
    name: 'export',
    job: exportJob,
    services: {},
    signal: context.signal,
    onEvent: ({ issues: completed }) => show({ completed }),
  })) as WrittenPart
  const type = reportTypes[plan.type as ReportTypeName]
  const identity = `${digestOf(request)} ${record.created}`
  const fileName = fileNameOf(fileTitle({ ...plan, type }), identity, formats[format].extension)
  return { ...part, issues, fileName, visibility, warnings: facts.warnings }
}
