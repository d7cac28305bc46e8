import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { StoreStatus } from '../../access/admin/store-status.ts'
import type { ServerLoad } from '../../app/workspace/limited-workspace.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import type { ConnectionMetrics } from '../../intake/connections/connection-server.ts'
import type { RequestedEndpoint } from '../../store/plan/parameters.ts'
import type { FinishedRequest } from './finished-request.ts'
import { collectProcessMetrics } from './process-metrics.ts'

type LakeMetrics = Awaited<ReturnType<Workspace['lakeMetrics']>>

/** The label of requests to unknown routes. */
const NO_ROUTE = 'none'

/** Buckets of request durations, in seconds: from a page of a small store to the longest aggregation. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The metrics of a running server. Labels come from closed sets only: text of a client never becomes one. */
export type Metrics = Readonly<ReturnType<typeof createMetrics>>

/** Creates the metrics of one server, in a separate registry. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    registers,
    name: 'sojourn_http_requests_total',
    help: 'Requests that were answered or given up.',
    labelNames: ['method', 'route', 'status'],
  })
  const latency = new Histogram({
    registers,
    name: 'sojourn_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: BUCKETS,
  })
  const reports = new Histogram({
    registers,
    name: 'sojourn_report_duration_seconds',
    help: 'What a report took to make, waiting for its turn included.',
    labelNames: ['endpoint'],
    buckets: BUCKETS,
  })
  const refused = new Counter({
    registers,
    name: 'sojourn_http_connections_refused_total',
    help: 'Connections that were closed because too many were open.',
  })
  const setGauges = stateGauges(registry)
  const setConnections = connectionGauges(registry)
  const setLake = lakeGauges(registry)
  return {
    contentType: registry.contentType,
    finished: ({ method, route, status, ms }: FinishedRequest): void => {
      requests.inc({ method: route === null ? NO_ROUTE : method, route: route ?? NO_ROUTE, status })
      latency.observe({ route: route ?? NO_ROUTE }, ms / 1000)
    },
    /** Counts a response to a malformed request. */
    unreadable: (status: number): void => requests.inc({ method: NO_ROUTE, route: NO_ROUTE, status }),
    /** Counts a connection that was closed because of the limit. */
    refusedConnection: (): void => refused.inc(),
    /** Starts to measure the duration of a report body; call the result at the end. */
    startReport: (endpoint: RequestedEndpoint): (() => void) => reports.startTimer({ endpoint }),
    /** Adds the metrics of the process; see collectProcessMetrics. The result stops their samples. */
    watchProcess: (): (() => void) => collectProcessMetrics(registry),
    /** Returns all metrics in the text format of Prometheus; `store` is `null` when it does not respond. */
    text: (
      load: ServerLoad,
      store: StoreStatus | null,
      connections: readonly ConnectionMetrics[] | null,
      lake: LakeMetrics | null,
    ): Promise<string> => {
      setGauges(load, store)
      setConnections(connections ?? [])
      setLake(lake)
      return registry.metrics()
    },
  }
}

/** Creates the gauges, which are set when the metrics are read. */
function stateGauges(registry: Registry): (load: ServerLoad, store: StoreStatus | null) => void {
  const gauge = gaugesOf(registry, 'sojourn_')
  const running = gauge('work_running', 'Questions that are being worked on.', ['kind'])
  const waiting = gauge('work_waiting', 'Questions that wait for their turn.', ['kind'])
  const up = gauge('store_up', 'Whether the store responded to this request.')
  const ofStore: readonly [Gauge, (store: StoreStatus) => number][] = [
    [gauge('store_bytes', 'What the files of the store take up.'), ({ bytes }) => bytes],
    [gauge('store_issues', 'Issues in the store.'), ({ issues }) => issues],
    [gauge('store_batches', 'Batches that were imported into the store.'), ({ batches }) => batches],
    [
      gauge('store_last_import_timestamp_seconds', 'When the last batch was imported; 0 when none was.'),
      ({ lastImport }) => (lastImport ?? 0) / 1000,
    ],
  ]
  return (load, store) => {
    for (const kind of ['long', 'short', 'export'] as const) {
      running.set({ kind }, load[kind].running)
      waiting.set({ kind }, load[kind].waiting)
    }
    up.set(store === null ? 0 : 1)
    // Old values must not look like current ones when the store does not respond.
    for (const [gauge, value] of ofStore) store === null ? gauge.remove() : gauge.set(value(store))
  }
}

/** Creates the gauges of connections. Their labels are names of connections, keys of projects and statuses. */
function connectionGauges(registry: Registry): (connections: readonly ConnectionMetrics[]) => void {
  const gauge = gaugesOf(registry, 'sojourn_sync_')
  const state = gauge('state', 'The state of a connection: 1 for the present one.', ['connection', 'state'])
  const lag = gauge('lag_seconds', 'How old the data of a project is.', ['connection', 'project'])
  const due = gauge('due_issues', 'Issues that are to be read.', ['connection', 'project'])
  const failed = gauge('failed_issues', 'Issues that could not be read.', ['connection', 'project'])
  const waited = gauge('waited_seconds', 'Time spent waiting for the limits of the tracker.', ['connection'])
  const requests = gauge('requests', 'Requests to the tracker since the start.', ['connection', 'status'])
  return connections => {
    // A removed connection must not keep its last values.
    for (const one of [state, lag, due, failed, waited, requests]) one.reset()
    for (const { connection, ...found } of connections) {
      state.set({ connection, state: found.state }, 1)
      waited.set({ connection }, found.waitedMs / 1000)
      for (const [status, count] of Object.entries(found.requests)) requests.set({ connection, status }, count)
      for (const { key: project, ...numbers } of found.projects) {
        if (numbers.lagMs !== null) lag.set({ connection, project }, numbers.lagMs / 1000)
        due.set({ connection, project }, numbers.due)
        failed.set({ connection, project }, numbers.failed)
      }
    }
  }
}

/** Creates the gauges of the lake and of Trino. Those of a missing revision or cluster have no value. */
function lakeGauges(registry: Registry): (lake: LakeMetrics | null) => void {
  const gauge = gaugesOf(registry, 'sojourn_')
  const revision = gauge('lake_revision', 'The current revision of the lake.')
  const until = gauge(
    'lake_data_until_timestamp_seconds',
    'The time until which the data of that revision is complete.',
  )
  const bytes = gauge('lake_bytes', 'The size of the files of that revision.')
  const publishes = gauge('lake_publishes', 'The number of publishes since the start.', ['result'])
  const up = gauge('trino_up', 'Whether the last report could reach the cluster.')
  const reports = gauge('trino_reports', 'Reports that were meant for Trino since the start.', ['result'])
  return lake => {
    // A revision or cluster that is gone must not keep its last values.
    for (const one of [revision, until, bytes, up]) one.remove()
    for (const one of [publishes, reports]) one.reset()
    if (lake === null) return
    const { current, cluster } = lake
    if (current) {
      revision.set(current.revision)
      until.set(current.published / 1000)
      bytes.set(current.bytes)
    }
    for (const [result, count] of Object.entries(lake.publishes)) publishes.set({ result }, count)
    if (cluster === null) return
    up.set(cluster.isReachable ? 1 : 0)
    for (const [result, count] of Object.entries(cluster.reports)) reports.set({ result }, count)
  }
}

/** Returns a function that registers a gauge under a name with a prefix. */
function gaugesOf(registry: Registry, prefix: string) {
  return (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ registers: [registry], name: `${prefix}${name}`, help, labelNames })
}
