import { vi } from 'vitest'
import type { createReportDeps, runReport } from '../../src/reports/run-report.ts'
import type { ReportEngine } from '../../src/store/report-engine.ts'
import type { Store } from '../../src/store/store.ts'

// Runs all reports of the tests on Trino. The other requests stay in the store.
vi.mock('../../src/reports/run-report.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../src/reports/run-report.ts')>()
  const { trinoOf } = await import('./trino-of-store.ts')
  const stores = new WeakMap<ReportEngine, Store>()
  return {
    ...original,
    createReportDeps: ((store, options) => {
      const deps = original.createReportDeps(store, options)
      stores.set(deps.engine, store)
      return deps
    }) satisfies typeof createReportDeps,
    runReport: (async (request, deps, context) => {
      const engine = await trinoOf(stores.get(deps.engine)!, deps.refreshCalendars)
      return original.runReport(request, { ...deps, engine }, context)
    }) satisfies typeof runReport,
  }
})
