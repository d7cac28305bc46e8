import { atOnce, type Steps } from '../../../src/core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../../src/core/catalogue/jql-catalogue.ts'
import type { Catalogue } from '../../../src/core/catalogue/model.ts'
import { reportNamesOf } from '../../../src/core/catalogue/report-names.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { type FlowRequest, flowMeasures } from '../../../src/reports/flow/flow-measures.ts'
import { selectQuery } from '../../../src/store/plan/choose-issues.ts'
import { parseThen } from '../../../src/store/plan/flow/choose-parts.ts'
import {
  type FlowParameterName,
  flowParameterTable,
  isOfOneIssue,
} from '../../../src/store/plan/flow/flow-parameters.ts'
import type { FlowPlan } from '../../../src/store/plan/flow/flow-plan.ts'
import { type FlowContext, planFlow } from '../../../src/store/plan/flow/plan-flow.ts'
import { type RequestedEndpoint, reportParameters } from '../../../src/store/plan/parameters.ts'
import type { PlanContext } from '../../../src/store/plan/plan-context.ts'
import { planReport, type ReportRequest } from '../../../src/store/plan/plan-report.ts'
import type { ReportPlan } from '../../../src/store/plan/report-plan.ts'
import { type RawParameter, RequestValues } from '../../../src/store/plan/request-values.ts'
import { EMPTY_CATALOGUE } from '../../support/empty-catalogue.ts'

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
  selected: null,
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
  return atOnce(planning({ endpoint, parameters, isInWorkbook }))
}

/** Plans a report as `planned` does, in steps. */
export function* planning(request: ReportRequest): Steps<ReportPlan> {
  const values = new RequestValues(reportParameters(request.endpoint), request.parameters)
  const selected = yield* selectQuery(values, request.endpoint, context)
  return (yield* planReport(request, values, { ...context, selected })).plan
}

/** Plans a request of flow measures, in steps. */
export function* planningFlow(
  { endpoint, parameters }: FlowRequest,
  flowContext: Omit<FlowContext, 'parts'>,
): Steps<FlowPlan> {
  const measure = flowMeasures[endpoint]
  const values = new RequestValues<FlowParameterName>(flowParameterTable(measure, flowMeasures), parameters)
  const parts = yield* parseThen(values)
  const selected = yield* selectQuery(values, isOfOneIssue(measure) ? 'issue' : 'list', flowContext)
  return yield* planFlow(measure, values, { ...flowContext, selected, parts })
}
