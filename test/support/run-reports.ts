import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createReportDeps, runReport } from '../../src/reports/report/run-report.ts'
import type { ReportTable } from '../../src/reports/table/report-table.ts'
import type { Store } from '../../src/store/engine/store.ts'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import type { RawParameter } from '../../src/store/plan/request-values.ts'
import { type CollectedTable, collected } from './collected.ts'

/** The default time of requests in tests. */
export const NOW = Date.parse('2026-11-01T00:00:00Z')

/** Parses `name=value&...` into parameters, as in a query string. */
export function rawParameters(query: string): RawParameter[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, location: 'query' }))
}

/** Runs a report with the parameters of `query`, and reads all its rows. */
export async function collectReport(
  store: Store,
  endpoint: Endpoint,
  query: string,
  now = NOW,
): Promise<CollectedTable> {
  return collected(await reportTable(store, endpoint, query, now))
}

/** Runs a report with the parameters of `query`. */
export function reportTable(store: Store, endpoint: Endpoint, query: string, now = NOW): Promise<ReportTable> {
  const deps = { now: () => now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const request = { endpoint, parameters: rawParameters(query) }
  return runReport(request, createReportDeps(store, deps), { caller: LOCAL_CALLER })
}
