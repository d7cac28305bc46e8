import { LOCAL_CALLER } from '../../src/access/caller.ts'
import type { Endpoint } from '../../src/plan/parameters.ts'
import type { SentParameter } from '../../src/plan/request-values.ts'
import { runReport } from '../../src/service/run-report.ts'
import type { Store } from '../../src/store/store.ts'
import type { ReportTable } from '../../src/table/report-table.ts'
import { UTC } from '../../src/time/zone.ts'

/** The moment at which tests ask, unless they say otherwise. */
export const NOW = Date.parse('2026-11-01T00:00:00Z')

/** The parameters of `name=value&...`, as a query would send them. */
export function sent(query: string): SentParameter[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, place: 'query' }))
}

/** Asks a store for a report with the parameters of `query`. */
export function ask(store: Store, endpoint: Endpoint, query: string, now = NOW): Promise<ReportTable> {
  const deps = { store, now: () => now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  return runReport({ endpoint, parameters: sent(query) }, deps, { caller: LOCAL_CALLER })
}
