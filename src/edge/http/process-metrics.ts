import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

/** The interval of samples of the event loop, in milliseconds. Each of them wakes an idle server. */
const SAMPLE_MS = 1000

/** The longest interval of a timer, in milliseconds. prom-client has no other way to turn its samples off. */
const NEVER_MS = 2 ** 31 - 1

const [NS_PER_MS, SECONDS_PER_NS] = [1e6, 1e-9]

/** The gauges of the event loop, by name, with their values in nanoseconds. */
const lags: Readonly<Record<string, (delays: RecordableHistogram) => number>> = {
  nodejs_eventloop_lag_min_seconds: ({ min }) => min,
  nodejs_eventloop_lag_max_seconds: ({ max }) => max,
  nodejs_eventloop_lag_mean_seconds: ({ mean }) => mean,
  nodejs_eventloop_lag_stddev_seconds: ({ stddev }) => stddev,
  nodejs_eventloop_lag_p50_seconds: delays => delays.percentile(50),
  nodejs_eventloop_lag_p90_seconds: delays => delays.percentile(90),
  nodejs_eventloop_lag_p99_seconds: delays => delays.percentile(99),
}

/**
 * Adds the metrics of the process to a registry: memory, CPU time, event loop, handles. The result stops the samples.
 *
 * The delay of the event loop is sampled once a second. prom-client does it every 10 ms, which took most of the CPU time
 * of an idle server.
 */
export function collectProcessMetrics(registry: Registry): () => void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  for (const name of Object.keys(lags)) registry.removeSingleMetric(name)
  const delays = createHistogram()
  const gauges = Object.entries(lags).map(([name, lagOf], index) => {
    const help = 'How late the event loop runs a timer, since the metrics were last read. One sample a second.'
    // The registry reads the gauges in this order.
    const options = index === 0 ? { collect: () => setAll() } : {}
    return { lagOf, gauge: new Gauge({ registers: [registry], name, help, ...options }) }
  })
  const setAll = () => {
    for (const { gauge, lagOf } of gauges) gauge.set(delays.count === 0 ? 0 : lagOf(delays) * SECONDS_PER_NS)
    delays.reset()
  }
  return startSamples(delays)
}

/** Records how late the event loop runs a timer, once a second. */
function startSamples(delays: RecordableHistogram): () => void {
  let timer: NodeJS.Timeout
  const sample = () => {
    const due = performance.now() + SAMPLE_MS
    const record = () => {
      // The histogram has no 0, and a timer may be early by a fraction of a millisecond.
      delays.record(Math.max(1, Math.round((performance.now() - due) * NS_PER_MS)))
      sample()
    }
    timer = setTimeout(record, SAMPLE_MS).unref()
  }
  sample()
  return () => clearTimeout(timer)
}
