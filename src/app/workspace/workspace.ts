import { createAuthenticate } from '../../access/permissions/authenticate.ts'
import type { NewProjects } from '../../access/permissions/new-projects.ts'
import type { WorkerPort } from '../../core/base/worker-job.ts'
import type { ConnectDeps } from '../../intake/connections/connect-deps.ts'
import { type ConnectionServer, createConnectionServer } from '../../intake/connections/connection-server.ts'
import { createFreshnessReader } from '../../intake/connections/freshness.ts'
import { createHintedIssues } from '../../intake/connections/hinted-issues.ts'
import { createRoundDeps } from '../../intake/connections/round-deps.ts'
import { createRounds } from '../../intake/connections/rounds.ts'
import { createTestTurn } from '../../intake/connections/test-turn.ts'
import type { ImportSummary } from '../../intake/imports/import-histories.ts'
import type { DemoImport, FilesImport } from '../../intake/imports/import-sources.ts'
import type { StartImporter } from '../../intake/imports/run-import.ts'
import { refreshCalendars } from '../../reports/calendars/working-calendars.ts'
import type { EngineChoice } from '../../reports/report/route-report.ts'
import { createReportDeps } from '../../reports/report/run-report.ts'
import type { RunningScan } from '../../store/engine/integrity-scan.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
import type { ExportSettings } from '../exports/export-deps.ts'
import { ExportQueue } from '../exports/export-queue.ts'
import type { OpenExports } from '../exports/open-exports.ts'
import { type Cluster, createLake, type OpenLake } from '../lake/lake.ts'
import { localTopics, type TopicCalls } from '../operations/topics.ts'
import { SHARING_LIMITS, type SharingLimits } from '../views/sharing-limits.ts'

/** An open store with all its operations: the interface that commands and HTTP routes use. */
export interface Workspace extends TopicCalls {
  /** The queue of exports, which a server also uses for files of one request; see OpenExports. */
  readonly exportQueue: Pick<OpenExports, 'write' | 'load' | 'watch'>
  /** Publishes by itself; see OpenLake.startPublishing. */
  readonly startPublishing: OpenLake['startPublishing']
  readonly lakeMetrics: OpenLake['metrics']
  /** The operations on connections that only a server performs. */
  readonly connectionServer: ConnectionServer
  readonly importFiles: (work: FilesImport) => Promise<void>
  readonly importDemo: (work: DemoImport) => Promise<ImportSummary>
  /** Returns how often issues were imported or removed since the store was opened. */
  readonly dataChanges: () => number
  /** Starts an integrity scan in the background; see Store.startScan. */
  readonly startScan: () => RunningScan
  /** Makes `close` remove the store if nothing was ever saved in it. */
  readonly discardIfUnused: () => Promise<void>
  /** Closes the store. */
  readonly close: () => Promise<void>
}

/** The dependencies of a workspace in addition to its store. `version` is the version of Sojourn. */
export type WorkspaceDeps = Parameters<typeof createReportDeps>[1] & {
  readonly version: string
  readonly newProjects: NewProjects
  readonly startImporter: StartImporter
  /** Starts a thread that writes the file of an export. Without it, nothing is exported. */
  readonly startExportThread?: () => WorkerPort
  readonly exportSettings?: Partial<ExportSettings>
  /** Overrides SHARING_LIMITS. */
  readonly sharingLimits?: SharingLimits
  /** The location of the lake; without it, commands name one. */
  readonly lake?: string | null
  /** The beginning of the names of schemas in Trino. */
  readonly lakeSchema?: string
  /** The cluster for large reports. */
  readonly cluster?: Cluster | null
  /** See RouteDeps. */
  readonly engineChoice?: EngineChoice
  readonly trinoStays?: number
  /** The dependencies of connections. Without them, no rounds run. */
  readonly trackers?: TrackerDeps
}

/** The dependencies of connections from their process. */
export type TrackerDeps = Pick<ConnectDeps, 'env' | 'settings' | 'loadTracker' | 'testLimitMs'> & {
  /** Starts a thread for a round. */
  readonly startRoundThread: () => WorkerPort
}

const EXPORT_SETTINGS: ExportSettings = { keepMs: 24 * 3_600_000, quotaBytes: 10 * 1024 ** 3 }

const NO_TRACKERS: TrackerDeps = {
  env: {},
  settings: {},
  loadTracker: () => Promise.reject(new Error('this process opens no trackers')),
  startRoundThread: () => {
    throw new Error('this process runs no rounds')
  },
}

function refuseExportThread(): never {
  throw new Error('this process writes no exports')
}

/** Returns a workspace over an open store. */
export function createWorkspace(store: Store, deps: WorkspaceDeps): Workspace {
  const trackers = deps.trackers ?? NO_TRACKERS
  const connectDeps = { ...deps, ...trackers, store }
  const hinted = createHintedIssues(connectDeps)
  const rounds = createRounds(createRoundDeps(connectDeps, connectDeps.startRoundThread, hinted))
  const lake = createLake({
    ...deps,
    store,
    env: connectDeps.env,
    lake: deps.lake ?? null,
    lakeSchema: deps.lakeSchema ?? 'sojourn',
    cluster: deps.cluster ?? null,
    refreshCalendars: () => refreshCalendars(store, deps.zone, deps.now()),
  })
  const freshness = createFreshnessReader(connectDeps)
  const outdatedProjects = async (run: Run) =>
    (await freshness(run)).filter(({ isBehind, unread }) => isBehind || unread.count > 0)
  const reportDeps = createReportDeps(store, { ...deps, outdatedProjects })
  const exportQueue = new ExportQueue({
    ...EXPORT_SETTINGS,
    ...deps.exportSettings,
    store,
    reportDeps,
    now: deps.now,
    version: deps.version,
    startThread: deps.startExportThread ?? refuseExportThread,
  })
  const { engineChoice = 'auto', trinoStays = 0 } = deps
  return {
    ...localTopics({
      // Callers pass whole settings, some of which have the names of these members.
      ...deps,
      ...reportDeps,
      ...trackers,
      store,
      rounds,
      runTest: createTestTurn(connectDeps.testLimitMs),
      reports: reportDeps,
      freshness: () => store.snapshot(freshness),
      sharingLimits: deps.sharingLimits ?? SHARING_LIMITS,
      authenticator: createAuthenticate(store, deps.now, deps.newProjects),
      exportQueue,
      openLake: lake,
      routeDeps: { ...reportDeps, published: lake.reports, engineChoice, trinoStays },
    }),
    exportQueue,
    startPublishing: lake.startPublishing,
    lakeMetrics: lake.metrics,
    connectionServer: createConnectionServer(connectDeps, rounds, hinted),
    importFiles: async ({ format, files, signal, onProgress, onFile, ...settings }) => {
      const { runImport, trackerFacts } = await importParts()
      const named = files.map(({ name, canReopen }) => ({ name, canReopen }))
      const job = async () =>
        ({ kind: format, tracker: await trackerFacts(store), settings: { ...settings, files: named } }) as const
      await runImport(store, deps.startImporter, job, { files, signal, onProgress, onFile })
    },
    importDemo: async ({ at, signal, weeks = 0 }) => {
      const { runImport, trackerFacts } = await importParts()
      const settings = { at, weeks, files: [], lists: {}, skipInvalid: false }
      const job = async () => ({ kind: 'demo', tracker: await trackerFacts(store), settings }) as const
      const [summary] = await runImport(store, deps.startImporter, job, { signal })
      return summary!
    },
    dataChanges: () => store.dataChanges,
    startScan: () => store.startScan(),
    discardIfUnused: () => store.discardIfUnused(),
    close: async () => {
      await exportQueue.close()
      await lake.close()
      await rounds.closeAll()
      await store.close()
    },
  }
}

/** Loads the modules that only imports need. */
async function importParts() {
  const [{ runImport }, { trackerFacts }] = await Promise.all([
    import('../../intake/imports/run-import.ts'),
    import('../../intake/imports/tracker-facts.ts'),
  ])
  return { runImport, trackerFacts }
}
