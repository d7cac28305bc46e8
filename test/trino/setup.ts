import { vi } from 'vitest'
import type { runFlow } from '../../src/reports/flow/flow.ts'
import type { createReportDeps, ReportDeps, runReport } from '../../src/reports/report/run-report.ts'
import type { ReportEngine } from '../../src/store/engine/report-engine.ts'
import type { Store } from '../../src/store/engine/store.ts'

// Runs all reports and flow requests of the tests on Trino. The other requests stay in the store.
const stores = vi.hoisted(() => new WeakMap<ReportEngine, Store>())

async function onTrino(deps: ReportDeps): Promise<ReportDeps> {
  const { trinoOf } = await import('./trino-of-store.ts')
  return { ...deps, engine: await trinoOf(stores.get(deps.engine)!, deps.refreshCalendars) }
}

vi.mock('../../src/reports/report/run-report.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../src/reports/report/run-report.ts')>()
  return {
    ...original,
    createReportDeps: ((store, options) => {
      const deps = original.createReportDeps(store, options)
      stores.set(deps.engine, store)
      return deps
    }) satisfies typeof createReportDeps,
    runReport: (async (request, deps, context) =>
      original.runReport(request, await onTrino(deps), context)) satisfies typeof runReport,
  }
})

vi.mock('../../src/reports/flow/flow.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../src/reports/flow/flow.ts')>()
  return {
    ...original,
    runFlow: (async (request, deps, context) =>
      original.runFlow(request, await onTrino(deps), context)) satisfies typeof runFlow,
  }
})
