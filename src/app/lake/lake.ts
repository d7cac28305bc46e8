import { UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import { type ClusterNumbers, createClusterState } from '../../reports/report/cluster-state.ts'
import type { PublishedReports } from '../../reports/report/route-report.ts'
import { Semaphore } from '../../store/engine/semaphore.ts'
import type { Store } from '../../store/engine/store.ts'
import { readLakeRevisions } from '../../store/rows/lake-rows.ts'
import type { TrinoClient } from '../../store/trino/trino-client.ts'
import { TrinoEngine } from '../../store/trino/trino-engine.ts'
import { createRevisionsInUse, isCurrent, isReadable } from './current-state.ts'
import { LakeRefusal } from './lake-refusal.ts'
import { type Env, openTarget } from './open-target.ts'
import { lakeFailure, type Published, publish } from './publish.ts'
import { createRegistrar, type Registrar } from './register.ts'

/** The lake of a store. */
export interface Lake {
  /**
   * Publishes the store. Waits for a running publish.
   *
   * Throws LAKE_MISSING without a location, LAKE_FAILED, LAKE_FOREIGN, and the errors of the cluster.
   */
  readonly publish: (work: LakePublish, signal?: AbortSignal) => Promise<Published>
  /** Returns the current revision; `null` if nothing was published. */
  readonly status: () => Promise<LakeStatus | null>
}

/** The options of a publication. */
export interface LakePublish {
  /** The absolute path of a folder, or `s3://BUCKET/PREFIX`; `null` for the location of the settings. */
  readonly location: string | null
  readonly takeOver: boolean
}

/** The current revision of a lake. */
export interface LakeStatus {
  readonly location: string
  readonly revision: number
  /** The name of its schema in Trino; `null` when Trino does not know it. */
  readonly schema: string | null
  readonly published: Instant
  readonly issues: number
  readonly bytes: number
  /** The number of replaced revisions that are still kept. */
  readonly kept: number
}

/** The numbers of a lake for metrics, since the start of the process. */
export interface LakeMetrics {
  /** `null` if nothing was published. */
  readonly current: LakeStatus | null
  readonly publishes: { readonly succeeded: number; readonly failed: number }
  /** `null` without a cluster. */
  readonly cluster: ClusterNumbers | null
}

/** The lake of an open store. */
export interface OpenLake extends Lake {
  readonly metrics: () => Promise<LakeMetrics>
  /** The reports on the published tables; `null` without a cluster. */
  readonly reports: PublishedReports | null
  /** Publishes when a server starts, and after each import, round or removal, until the returned function is called. */
  readonly startPublishing: (log: PublishLog) => () => void
  /** Stops a running publish. */
  readonly close: () => Promise<void>
}

/** Where failures of automatic publishing go. */
export interface PublishLog {
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
}

/** A Trino cluster. */
export interface Cluster {
  readonly client: TrinoClient
  /** The catalog that reports read, and the one through which revisions are registered. */
  readonly catalogs: { readonly reading: string; readonly writing: string }
  /** The address of the lake for the cluster; `null` for that of its bucket. */
  readonly lake: string | null
}

/** The dependencies of a lake. */
export interface LakeDeps {
  readonly store: Store
  readonly now: () => Instant
  /** The location of the settings; `null` without one. */
  readonly lake: string | null
  /** The beginning of the names of schemas. */
  readonly lakeSchema: string
  /** The variables with the address and the keys of a bucket. */
  readonly env: Env
  readonly cluster: Cluster | null
  /** Makes the working calendars current, so that they are published with the issues. */
  readonly refreshCalendars: () => Promise<void>
}

/** The pause between a change and its publishing, so that the batches of a round are published together. */
const PAUSE_MS = 10_000

/** The pause after a failure until the next attempt, if nothing changes before. */
const RETRY_MS = 600_000

/** Returns the lake of a store. */
export function createLake(deps: LakeDeps): OpenLake {
  const { store, now, cluster, lakeSchema } = deps
  const turns = new Semaphore(1)
  const closing = new AbortController()
  const { use, isInUse } = createRevisionsInUse(store.lakeFolder)
  const publishes = { succeeded: 0, failed: 0 }
  const clusterState = createClusterState(now)
  const publishNow: Lake['publish'] = ({ location, takeOver }, signal) =>
    turns.run(async () => {
      const chosen = location ?? deps.lake
      if (chosen === null) {
        publishes.failed++
        throw new UserError('LAKE_MISSING')
      }
      const stopped = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      try {
        const target = await openTarget(chosen, deps.env, stopped)
        const registrar = cluster && registrarOf(cluster, target.location, lakeSchema, stopped)
        const publishDeps = { store, now, prefix: lakeSchema, registrar, isRead: isInUse }
        await deps.refreshCalendars()
        const published = await publish(target, publishDeps, { takeOver, signal: stopped })
        publishes.succeeded++
        return published
      } catch (error) {
        publishes.failed++
        throw lakeFailure(error, chosen)
      }
    }, signal)
  const status: Lake['status'] = async () => {
    const revisions = await store.snapshot(readLakeRevisions)
    const current = revisions.find(isCurrent)
    if (!current) return null
    const { location, revision, schema, isRegistered, published, issues, bytes } = current
    const kept = revisions.filter(({ replaced }) => replaced !== null).length
    const facts = { location, revision, published: published!, issues, bytes, kept }
    return { ...facts, schema: isRegistered ? schema : null }
  }
  return {
    publish: publishNow,
    status,
    metrics: async () => ({
      current: await status(),
      publishes: { ...publishes },
      cluster: cluster && clusterState.numbers(),
    }),
    reports: cluster && {
      cluster: clusterState,
      engine: onRevision =>
        new TrinoEngine(store.host, cluster.client, (run, work) =>
          use(run, state => {
            onRevision(state)
            return work(state)
          }),
        ),
      stays: async () => (await store.snapshot(readLakeRevisions)).find(isReadable)?.stays ?? null,
    },
    startPublishing: log => {
      let timer: NodeJS.Timeout | undefined
      let retry: NodeJS.Timeout | undefined
      const schedule = () => {
        clearTimeout(retry)
        timer ??= setTimeout(async () => {
          timer = undefined
          try {
            log.info({ ...(await publishNow({ location: null, takeOver: false })) }, 'published')
          } catch (error) {
            if (closing.signal.aborted || store.onBatch !== schedule) return
            log.warn({ err: error }, 'the store could not be published')
            retry = setTimeout(schedule, RETRY_MS)
          }
        }, PAUSE_MS)
      }
      store.onBatch = schedule
      schedule()
      return () => {
        store.onBatch = null
        clearTimeout(timer)
        clearTimeout(retry)
      }
    },
    close: async () => {
      closing.abort(new UserError('STOPPING'))
      // The running publish cancels its statements first.
      await turns.run(async () => {})
      await cluster?.client.close()
    },
  }
}

function registrarOf(
  { client, catalogs, lake }: Cluster,
  location: string,
  schema: string,
  signal: AbortSignal,
): Registrar {
  const uri = lake ?? (location.startsWith('s3://') ? location : null)
  if (uri === null)
    throw new LakeRefusal('the setting trinoLake is missing, the address of this folder for the cluster')
  return createRegistrar({
    ...catalogs,
    uri: uri.replace(/\/+$/, ''),
    files: `${schema}_files`,
    run: async statement => {
      const rows: (readonly unknown[])[] = []
      const options = { schema: 'information_schema', answerMb: 1, signal }
      for await (const page of client.pages(statement, options)) rows.push(...page.rows)
      return rows
    },
  })
}
