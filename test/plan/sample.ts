import { atOnce } from '../../src/base/in-slices.ts'
import { jqlCatalogueOf } from '../../src/catalogue/jql-catalogue.ts'
import type { Catalogue } from '../../src/catalogue/model.ts'
import { reportNamesOf } from '../../src/catalogue/report-names.ts'
import type { RequestedEndpoint } from '../../src/plan/parameters.ts'
import type { PlanContext } from '../../src/plan/plan-context.ts'
import { planReport } from '../../src/plan/plan-report.ts'
import type { ReportPlan } from '../../src/plan/report-plan.ts'
import type { RawParameter } from '../../src/plan/request-values.ts'
import { UTC } from '../../src/time/zone.ts'
import { EMPTY_CATALOGUE } from '../support/empty-catalogue.ts'

const catalogue: Catalogue = {
  ...EMPTY_CATALOGUE,
  statuses: ['Open', 'In Progress', 'Done'].map((name, i) => ({
    id: String(i + 1),
    name,
    deleted: false,
    category: ['new', 'indeterminate', 'done'][i]!,
  })),
  projects: [{ id: 1, ref: '10', key: 'WEB', name: 'Website' }],
  firstCreated: 0,
}

/** Plans are made for this instant. */
export const NOW = Date.parse('2026-01-05T12:00:00Z')

/** The context of the plans. */
export const context: PlanContext = {
  catalogue: reportNamesOf(catalogue),
  calendars: [],
  normalHours: { id: 'normalHours' },
  jql: jqlCatalogueOf(catalogue),
  issues: new Map(),
  browsable: null,
  currentUser: null,
  firstCreated: 0,
  now: NOW,
  zone: UTC,
  locale: 'en-US',
  dateFormat: null,
  dateTimeFormat: null,
}

/** Parameters by name. */
export type Sent = Readonly<Record<string, string>>

/** The least that a report needs. */
export const NEEDED: Sent = {
  columnsBy: 'statusDuration',
  filterType: 'project',
  projectKey: 'WEB',
  calendar: 'normalHours',
}

/** Returns the parameters as an HTTP request sends them. */
export function raw(sent: Sent): RawParameter[] {
  return Object.entries(sent).map(([name, value]) => ({ name, value, location: 'query' }))
}

/** Plans a report on a tracker with the project WEB and three statuses. */
export function planned(
  endpoint: RequestedEndpoint,
  parameters: readonly RawParameter[],
  isInWorkbook = false,
): ReportPlan {
  return atOnce(planReport({ endpoint, parameters, isInWorkbook }, context))
}
