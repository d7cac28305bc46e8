import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { parseJsonArray } from '../state/json.ts'

/** One status, several, or all of a category. */
export type MetricStatuses =
  | { readonly id: string }
  | { readonly ids: readonly string[] }
  | { readonly category: string }

/** The first or the last entry into any of some statuses. */
export type MetricEndChoice = MetricStatuses & { readonly order: 'first' | 'last' }

/** The time between two events of an issue: an element of `dbsMetrics`. */
export interface MetricChoice {
  readonly name: string
  /** `null` means the creation of the issue. */
  readonly from: MetricEndChoice | null
  readonly to: MetricEndChoice
  /** Statuses whose time does not count. */
  readonly excluded: readonly string[]
}

/** The most metrics in a report. */
export const MAX_METRICS = 10

/** Parses `dbsMetrics`; skips invalid elements. */
export function readMetrics(text: string | undefined): MetricChoice[] {
  return parseJsonArray(text).flatMap(element => {
    const { name, from, to, excluded } = (element ?? {}) as Readonly<Record<string, unknown>>
    const end = endOf(to)
    if (typeof name !== 'string' || !end) return []
    return [{ name, from: endOf(from), to: end, excluded: Array.isArray(excluded) ? excluded.map(String) : [] }]
  })
}

/** Formats `dbsMetrics`, omitting defaults; `null` for no metrics. */
export function writeMetrics(metrics: readonly MetricChoice[]): string | null {
  if (metrics.length === 0) return null
  return JSON.stringify(
    metrics.map(({ name, from, to, excluded }) => ({
      name,
      ...(from ? { from } : {}),
      to,
      ...(excluded.length > 0 ? { excluded } : {}),
    })),
  )
}

/** Removes characters that the server does not allow: keeps letters, digits and spaces. */
export function metricName(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M} ]/gu, '')
}

/** Returns a name that no metric has: the wanted one, with a number if it is in use. */
export function uniqueMetricName(wanted: string, metrics: readonly MetricChoice[]): string {
  const taken = new Set(metrics.map(({ name }) => name.trim().toLowerCase()))
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** Returns the time from the first start of work to its last end, by status category; `null` without statuses. */
export function defaultMetric(statuses: PageCatalogue['statuses'], name: string): MetricChoice | null {
  const from = statusOfCategory(statuses, 'indeterminate', /^in progress$/i)
  const to = statusOfCategory(statuses, 'done', /^(done|closed)$/i) ?? statuses.findLast(({ deleted }) => !deleted)
  if (!to) return null
  return {
    name,
    from: from && from.id !== to.id ? { id: from.id, order: 'first' } : null,
    to: { id: to.id, order: 'last' },
    excluded: [],
  }
}

/** Returns the most useful metric to add: cycle time, then lead time, then another one. */
export function nextMetric(
  metrics: readonly MetricChoice[],
  statuses: PageCatalogue['statuses'],
  names: { readonly standard: string; readonly leadTime: string; readonly other: string },
): MetricChoice | null {
  const standard = defaultMetric(statuses, '')
  if (!standard) return null
  const isLeadTime = metrics.length > 0 && standard.from !== null && metrics.every(({ from }) => from !== null)
  const wanted = metrics.length === 0 ? names.standard : isLeadTime ? names.leadTime : names.other
  return { ...standard, name: uniqueMetricName(wanted, metrics), ...(isLeadTime ? { from: null } : {}) }
}

/** Returns the status of a category with the typical name, else the first one. */
function statusOfCategory(statuses: PageCatalogue['statuses'], wanted: string, standard: RegExp) {
  const found = statuses.filter(({ category, deleted }) => category === wanted && !deleted)
  return found.find(({ name }) => standard.test(name)) ?? found[0]
}

function endOf(value: unknown): MetricEndChoice | null {
  const { id, ids, category, order } = (value ?? {}) as Readonly<Record<string, unknown>>
  const statuses =
    typeof id === 'string'
      ? { id }
      : Array.isArray(ids) && ids.length > 0
        ? { ids: ids.map(String) }
        : typeof category === 'string'
          ? { category }
          : null
  return statuses && { ...statuses, order: /^last$/i.test(String(order)) ? 'last' : 'first' }
}

/** Returns the statuses of an end, without its order. */
export function statusesOf({ order: _, ...statuses }: MetricEndChoice): MetricStatuses {
  return statuses
}
