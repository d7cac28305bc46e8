import { type Authenticate, authenticateOver } from '../access/authenticate.ts'
import type { NewProjects } from '../access/new-projects.ts'
import type { RequestContext } from '../access/request-context.ts'
import { type ManagedAccess, managedAccess } from '../admin/manage-access.ts'
import { countedProject, type RemovedProject, removeIssuesNamed, removeProjectNamed } from '../admin/remove-data.ts'
import { type RepairSummary, repairSummary } from '../admin/repair-summary.ts'
import { type StoreStatus, storeStatus } from '../admin/store-status.ts'
import { type StoreSummary, storeSummary } from '../admin/store-summary.ts'
import { type Calendars, calendarsOver } from '../calendars/manage-calendars.ts'
import type { DemoImport } from '../imports/import-demo.ts'
import type { FilesImport } from '../imports/import-files.ts'
import type { ImportSummary } from '../imports/import-histories.ts'
import type { StartImporter } from '../imports/run-import.ts'
import { type Drilldowns, drilldownsOver } from '../page/drilldowns.ts'
import { type PageData, pageDataOver } from '../page/page-data.ts'
import type { ReportRequest } from '../plan/plan-report.ts'
import { type Queries, queriesOver } from '../queries/queries.ts'
import { type SavedQueries, savedQueriesOver } from '../queries/saved-queries.ts'
import { type TrackerNames, trackerNamesOver } from '../queries/tracker-names.ts'
import { type ReportBody, reportBody } from '../reports/report-body.ts'
import { reportDepsOver, runReport } from '../reports/run-report.ts'
import type { Backup, BackupOptions } from '../store/backup.ts'
import type { RunningScan } from '../store/integrity-scan.ts'
import type { Store } from '../store/store.ts'

/** An open store, and all that can be asked of it and brought into it: what the edges know of a store. */
export interface Workspace {
  /** The body of a report. Throws REPORT_INVALID; rejects with the signal's reason when it is aborted. */
  readonly report: (request: ReportRequest, requestContext: RequestContext) => Promise<ReportBody>
  /** Lets in who has a token. Throws NOT_SIGNED_IN. */
  readonly authenticate: Authenticate
  readonly access: ManagedAccess
  readonly calendars: Calendars
  readonly queries: Queries
  readonly savedQueries: SavedQueries
  /** The ids and names of what the tracker has. */
  readonly names: TrackerNames
  /** What the page asks beside reports. */
  readonly pageData: PageData
  /** What it asks to understand them. */
  readonly page: Drilldowns
  readonly summary: () => Promise<StoreSummary>
  /** What was repaired in the histories, and what to do about it. */
  readonly repairSummary: () => Promise<RepairSummary>
  readonly importFiles: (work: FilesImport) => Promise<void>
  /** Whether the store holds the demo and nothing else. */
  readonly holdsDemo: () => Promise<boolean>
  readonly importDemo: (work: DemoImport) => Promise<ImportSummary>
  /** Returns a project, by key or name, with the number of its issues. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
  readonly countedProject: (project: string) => Promise<RemovedProject>
  /** Removes a project with its issues. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
  readonly removeProject: (key: string) => Promise<RemovedProject>
  /** Removes issues, and returns their keys. Throws ISSUE_UNKNOWN. */
  readonly removeIssues: (keys: readonly string[]) => Promise<readonly string[]>
  /** Resolves when the store can be written and read; see Store.probe. */
  readonly ping: (signal?: AbortSignal) => Promise<void>
  /** Starts to look for damage in the background; see Store.startScan. */
  readonly startScan: () => RunningScan
  /** What can be told of the store at once. */
  readonly storeStatus: (signal?: AbortSignal) => Promise<StoreStatus>
  /** Puts a copy of the store into a file, whose path is absolute; see Store.backup. */
  readonly backup: (file: string, options: BackupOptions) => Promise<Backup>
  /** Lets close remove the store when nothing was ever kept in it. */
  readonly discardIfUnused: () => Promise<void>
  /** Lets go of the store. */
  readonly close: () => Promise<void>
}

/** What a workspace needs of the world beside its store; `version` is this program's. */
export type WorkspaceDeps = Parameters<typeof reportDepsOver>[1] & {
  readonly version: string
  readonly newProjects: NewProjects
  readonly startImporter: StartImporter
}

/** A workspace over an open store. */
export function workspaceOver(store: Store, deps: WorkspaceDeps): Workspace {
  const reportDeps = reportDepsOver(store, deps)
  return {
    report: async (request, requestContext) =>
      reportBody(await runReport(request, reportDeps, requestContext), deps.version, requestContext.signal),
    authenticate: authenticateOver(store, deps.now, deps.newProjects),
    access: managedAccess({ ...deps, store }),
    calendars: calendarsOver({ ...deps, store }),
    queries: queriesOver(reportDeps),
    savedQueries: savedQueriesOver({ ...reportDeps, store }),
    names: trackerNamesOver(reportDeps),
    pageData: pageDataOver({ ...deps, store }),
    page: drilldownsOver(reportDeps),
    summary: () => storeSummary(store),
    repairSummary: () => repairSummary(store),
    importFiles: async ({ files, signal, onProgress, onFile, ...settings }) => {
      const { runImport, trackerFacts } = await importParts()
      const named = files.map(({ name, canReopen }) => ({ name, canReopen }))
      const job = async () =>
        ({ kind: 'files', tracker: await trackerFacts(store), settings: { ...settings, files: named } }) as const
      await runImport(store, deps.startImporter, job, { files, signal, onProgress, onFile })
    },
    holdsDemo: async () => (await importParts()).holdsDemo(store),
    importDemo: async ({ signal, ...settings }) => {
      const { runImport, trackerFacts } = await importParts()
      const job = async () => ({ kind: 'demo', tracker: await trackerFacts(store), settings }) as const
      return (await runImport(store, deps.startImporter, job, { signal })) as ImportSummary
    },
    countedProject: project => countedProject(store, project),
    removeProject: key => removeProjectNamed(store, key),
    removeIssues: keys => removeIssuesNamed(store, keys),
    ping: () => store.probe(),
    startScan: () => store.startScan(),
    storeStatus: signal => storeStatus(store, signal),
    backup: (file, options) => store.backup(file, options),
    discardIfUnused: () => store.discardIfUnused(),
    close: () => store.close(),
  }
}

/** Loads what only imports need. */
async function importParts() {
  const [{ runImport }, { holdsDemo, trackerFacts }] = await Promise.all([
    import('../imports/run-import.ts'),
    import('../imports/import-demo.ts'),
  ])
  return { runImport, holdsDemo, trackerFacts }
}
