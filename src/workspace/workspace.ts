import { type Authenticate, authenticateOver } from '../access/authenticate.ts'
import type { NewProjects } from '../access/new-projects.ts'
import type { RequestContext } from '../access/request-context.ts'
import { type ManagedAccess, managedAccess } from '../admin/manage-access.ts'
import { countedProject, type RemovedProject, removeIssuesNamed, removeProjectNamed } from '../admin/remove-data.ts'
import { type RepairSummary, repairSummary } from '../admin/repair-summary.ts'
import { type StoreStatus, storeStatus } from '../admin/store-status.ts'
import { type StoreSummary, storeSummary } from '../admin/store-summary.ts'
import { type Calendars, calendarsOver } from '../calendars/manage-calendars.ts'
import type { ImportSummary } from '../imports/import-histories.ts'
import type { DemoImport, SourcesImport } from '../imports/import-sources.ts'
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

/** An open store with all its operations: the interface that commands and HTTP routes use. */
export interface Workspace {
  /** Runs a report and returns its body. Throws REPORT_INVALID; rejects with the signal's reason when it is aborted. */
  readonly report: (request: ReportRequest, requestContext: RequestContext) => Promise<ReportBody>
  /** Authenticates a request. Throws NOT_SIGNED_IN. */
  readonly authenticate: Authenticate
  readonly access: ManagedAccess
  readonly calendars: Calendars
  readonly queries: Queries
  readonly savedQueries: SavedQueries
  /** The ids and names of the tracker's entities. */
  readonly names: TrackerNames
  /** The page's data, in addition to reports. */
  readonly pageData: PageData
  /** The page's drill-downs. */
  readonly page: Drilldowns
  readonly summary: () => Promise<StoreSummary>
  /** Returns the repairs in the histories, with advice for each kind. */
  readonly repairSummary: () => Promise<RepairSummary>
  readonly importFiles: (work: SourcesImport) => Promise<void>
  /** Returns whether the store contains the demo and nothing else. */
  readonly holdsDemo: () => Promise<boolean>
  readonly importDemo: (work: DemoImport) => Promise<ImportSummary>
  /** Returns a project, by key or name, with the number of its issues. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
  readonly countedProject: (project: string) => Promise<RemovedProject>
  /** Removes a project with its issues. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
  readonly removeProject: (key: string) => Promise<RemovedProject>
  /** Removes issues, and returns their keys. Throws ISSUE_UNKNOWN. */
  readonly removeIssues: (keys: readonly string[]) => Promise<readonly string[]>
  /** Resolves when the store is readable and writable; see Store.probe. */
  readonly ping: (signal?: AbortSignal) => Promise<void>
  /** Starts an integrity scan in the background; see Store.startScan. */
  readonly startScan: () => RunningScan
  /** Returns the status of the store, in constant time. */
  readonly storeStatus: (signal?: AbortSignal) => Promise<StoreStatus>
  /** Writes a backup of the store to a file with an absolute path; see Store.backup. */
  readonly backup: (file: string, options: BackupOptions) => Promise<Backup>
  /** Makes `close` remove the store if nothing was ever saved in it. */
  readonly discardIfUnused: () => Promise<void>
  /** Closes the store. */
  readonly close: () => Promise<void>
}

/** The dependencies of a workspace in addition to its store. `version` is the version of Sojourn. */
export type WorkspaceDeps = Parameters<typeof reportDepsOver>[1] & {
  readonly version: string
  readonly newProjects: NewProjects
  readonly startImporter: StartImporter
}

/** Returns a workspace over an open store. */
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
        ({ kind: 'jira-export', tracker: await trackerFacts(store), settings: { ...settings, files: named } }) as const
      await runImport(store, deps.startImporter, job, { files, signal, onProgress, onFile })
    },
    holdsDemo: async () => (await importParts()).holdsDemo(store),
    importDemo: async ({ at, signal }) => {
      const { runImport, trackerFacts } = await importParts()
      const settings = { at, files: [], lists: {}, skipInvalid: false }
      const job = async () => ({ kind: 'demo', tracker: await trackerFacts(store), settings }) as const
      const [summary] = await runImport(store, deps.startImporter, job, { signal })
      return summary!
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

/** Loads the modules that only imports need. */
async function importParts() {
  const [{ runImport }, { holdsDemo, trackerFacts }] = await Promise.all([
    import('../imports/run-import.ts'),
    import('../imports/tracker-facts.ts'),
  ])
  return { runImport, holdsDemo, trackerFacts }
}
