import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { createWorkspace } from '../../src/app/workspace/workspace.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { textOf } from '../../src/reports/report/report-body.ts'
import type { Store } from '../../src/store/engine/store.ts'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { importHere } from './import-files.ts'
import { NOW, rawParameters } from './run-reports.ts'

/** The parts of a report's JSON that import tests use. */
export interface ReportJson {
  readonly repairedIssueCount: number
  readonly warnings?: readonly string[]
  readonly table: {
    readonly header: { readonly valueColumns: readonly { readonly id: string }[] }
    readonly body: { readonly rows: readonly { readonly valueColumns: readonly { readonly value: string }[] }[] }
  }
}

/** Returns the JSON of a report with the parameters of `query`. */
export async function reportJson(store: Store, query: string, endpoint: Endpoint = 'list'): Promise<ReportJson> {
  const settings = {
    zone: UTC,
    locale: 'en-US',
    dateFormat: null,
    dateTimeFormat: null,
    version: '9.8.7',
    newProjects: 'open' as const,
    startImporter: importHere,
  }
  const workspace = createWorkspace(store, { now: () => NOW, ...settings })
  const body = await workspace.report({ endpoint, parameters: rawParameters(query) }, { caller: LOCAL_CALLER })
  return JSON.parse(await textOf(body))
}
