import type { ReportRequest } from '../plan/plan-report.ts'
import { toQuery } from '../sql/sql.ts'
import type { Store } from '../store/store.ts'
import { type DemoImport, importDemo } from './import-demo.ts'
import { type FilesImport, importFiles } from './import-files.ts'
import type { ImportSummary } from './import-histories.ts'
import { type Calendars, calendarsOver } from './manage-calendars.ts'
import { type Queries, queriesOver } from './queries.ts'
import { type ReportBody, reportBody } from './report-body.ts'
import { type ReportDeps, runReport } from './run-report.ts'
import { type SavedQueries, savedQueriesOver } from './saved-queries.ts'
import { type StoreSummary, storeSummary } from './store-summary.ts'

/** An open store, and all that can be asked of it and brought into it: what the edges know of a store. */
export interface Workspace {
  /** The body of a report. Throws REPORT_INVALID; rejects with the signal's reason when it is aborted. */
  readonly report: (request: ReportRequest, signal?: AbortSignal) => Promise<ReportBody>
  readonly calendars: Calendars
  readonly queries: Queries
  readonly savedQueries: SavedQueries
  readonly summary: () => Promise<StoreSummary>
  readonly importFiles: (work: FilesImport) => Promise<void>
  readonly importDemo: (work: DemoImport) => Promise<ImportSummary>
  /** Resolves when the store answers a query. */
  readonly ping: (signal?: AbortSignal) => Promise<void>
  /** Lets go of the store. */
  readonly close: () => Promise<void>
}

/** What a workspace needs of the world beside its store; `version` is this program's. */
export type WorkspaceDeps = Omit<ReportDeps, 'store'> & { readonly version: string }

/** A workspace over an open store. */
export function workspaceOver(store: Store, deps: WorkspaceDeps): Workspace {
  return {
    report: async (request, signal) => reportBody(await runReport(request, { ...deps, store }, signal), deps.version),
    calendars: calendarsOver({ ...deps, store }),
    queries: queriesOver({ ...deps, store }),
    savedQueries: savedQueriesOver({ ...deps, store }),
    summary: () => storeSummary(store),
    importFiles: work => importFiles(store, work),
    importDemo: work => importDemo(store, work),
    ping: async signal => {
      await store.query(toQuery({ strings: ['select 1'], values: [] }, String), signal)
    },
    close: () => store.close(),
  }
}
