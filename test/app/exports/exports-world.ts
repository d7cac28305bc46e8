import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { type Caller, LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import type { ExportDeps } from '../../../src/app/exports/export-deps.ts'
import { ExportQueue } from '../../../src/app/exports/export-queue.ts'
import { type ExportView, isPending } from '../../../src/app/exports/export-record.ts'
import type { Exports, OpenExports } from '../../../src/app/exports/open-exports.ts'
import { serveJobs, type WorkerPort } from '../../../src/core/base/worker-job.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { openWorkDatabase } from '../../../src/store/files/work-files.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { exportHere } from '../../support/export-here.ts'
import { NOW, rawParameters } from '../../support/run-reports.ts'

/** A caller with all permissions, and one with a login. */
export const LOCAL = { caller: LOCAL_CALLER }

/** Returns a caller with a login, who may browse these projects; all without them. */
export function callerNamed(login: string, projects?: readonly number[]): { readonly caller: Caller } {
  return {
    caller: { ...LOCAL_CALLER, login, isAdministrator: false, browsable: projects ? { projects, levels: null } : null },
  }
}

/** Returns the exports of a store, written in this thread. */
export function exportsOf(store: Store, own: Partial<ExportDeps> = {}): OpenExports {
  const now = own.now ?? (() => NOW)
  const formats = { now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  return new ExportQueue({
    store,
    reportDeps: createReportDeps(store, formats),
    now,
    version: 'test',
    keepMs: 24 * 3_600_000,
    quotaBytes: 1024 ** 3,
    startThread: exportHere,
    ...own,
  })
}

/** Starts an export with the parameters of a query. */
export function startOf(exports: Pick<Exports, 'start'>, query: string, context = LOCAL, key: string | null = null) {
  return exports.start(readFileRequest(rawParameters(query)), key, context)
}

/** Waits for the end of an export. */
export async function endOf(exports: Pick<Exports, 'find'>, id: string, context = LOCAL): Promise<ExportView> {
  for (;;) {
    const view = await exports.find(id, context)
    if (!isPending(view)) return view
    await setTimeout(5)
  }
}

/** Runs an export to its end, which must be successful, and returns its file. */
export async function exported(exports: Exports, query: string, context = LOCAL) {
  const { exportId } = await startOf(exports, query, context)
  const view = await endOf(exports, exportId, context)
  if (view.status !== 'Successful') throw new Error(`${view.status}: ${view.message}`)
  const { path } = await exports.file(exportId, context)
  return { view, path, bytes: readFileSync(path) }
}

/** Reads the rows of a Parquet file, with the types of its columns. */
export async function parquetRows(path: string) {
  const folder = path.replace(/[^/]*$/, '')
  const database = await openWorkDatabase(folder, { memoryMegabytes: 256, temporaryMegabytes: 256 })
  try {
    const run = await database.tablesIn(folder, [])
    const types = await run(plain(`describe select * from read_parquet('${path}')`))
    return {
      types: Object.fromEntries(types.map(row => [String(row.column_name), String(row.column_type)])),
      rows: await run(plain(`select * from read_parquet('${path}')`)),
    }
  } finally {
    database.close()
  }
}

/** Returns threads that wait until they are stopped. */
export function heldThreads() {
  let started = () => {}
  const start = (): WorkerPort => {
    const { port1, port2 } = new MessageChannel()
    serveJobs(
      port1,
      (_job, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          started()
        }),
      { isSingle: true },
    )
    return port2
  }
  return {
    start,
    /** Resolves when the next thread has begun. */
    next: () =>
      new Promise<void>(resolve => {
        started = resolve
      }),
  }
}
