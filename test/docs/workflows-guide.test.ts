import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reportNamesOf } from '../../src/core/catalogue/report-names.ts'
import { UTC } from '../../src/core/time/zone.ts'
import type { FlowEndpoint } from '../../src/reports/flow/flow-measures.ts'
import { createReportDeps } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { parseWorkflow } from '../../src/store/plan/workflow/parse-workflow.ts'
import { storedDefinition } from '../../src/store/plan/workflow/workflow-definition.ts'
import { readCatalogue } from '../../src/store/rows/read-catalogue.ts'
import { replaceWorkflow } from '../../src/store/rows/workflow-rows.ts'
import { DEMO_END, demoStore } from '../support/demo-store.ts'
import { flowText } from '../support/flow-text.ts'

const guide = readFileSync(new URL('../../docs/guides/workflows.md', import.meta.url), 'utf8')
const [, json = ''] = /```json\n(.*?)```/s.exec(guide) ?? []

/** Saves the workflow of the guide. Returns its name. */
async function saveExample(store: Store): Promise<string> {
  const read = parseWorkflow(JSON.parse(json), reportNamesOf(await store.snapshot(readCatalogue)))
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { name } = read.definition
  const saved = { id: '1', name, definition: storedDefinition(read.definition), owner: null, created: 0, updated: 0 }
  await store.transact(run => replaceWorkflow(run, saved))
  return name
}

describe('the example of the guide to workflows', () => {
  it('measures the demo: a review followed by testing is no rework, and most issues are within the SLE', async () => {
    const store = await demoStore()
    const workflow = await saveExample(store)
    const now = () => Date.parse(DEMO_END)
    const deps = createReportDeps(store, { now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null })
    const answer = async (endpoint: FlowEndpoint, more: Readonly<Record<string, string>>) => {
      const sent = Object.entries({ filterType: 'project', projectKey: 'WEB', ...more })
      const parameters = sent.map(([name, value]) => ({ name, value, location: 'query' as const }))
      return JSON.parse(await flowText({ endpoint, parameters }, deps))
    }
    const { firstTimeThrough, withinSle, efficiency } = await answer('summary', { workflow })
    expect(firstTimeThrough).toEqual((await answer('summary', {})).firstTimeThrough)
    expect(withinSle.count / withinSle.of).toBeGreaterThan(0.8)
    expect(efficiency.value).toBeGreaterThan(0.2)
    expect(efficiency.value).toBeLessThan(0.8)
    const { inProgress, overSle } = await answer('ageing', { workflow })
    expect(overSle.count).toBeLessThan(inProgress.count / 2)
  }, 60_000)
})
