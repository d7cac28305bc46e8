import { readListRequest } from '../views/read-list-request.ts'
import type { View } from '../views/view-types.ts'
import {
  changeView,
  createView,
  findView,
  listViews,
  removeView,
  restoreView,
  viewRowsRequest,
} from '../views/views.ts'
import { listParameters } from './list-parameters.ts'
import { handled, type Json, operation, type Sent } from './operation.ts'
import { newReport } from './view-schemas.ts'

const ALL = '{report}/api/views'
const ONE = `${ALL}/{id}`

/** The largest accepted report: more than its limits allow. Bytes. */
const BODY_LIMIT = 1024 * 1024

const addressed = (view: View, { report }: Sent) => ({ ...view, address: `${report}/api/views/${view.id}` })

const EXAMPLE = {
  name: 'Cycle time, last month',
  sharing: 'everyone',
  endpoint: 'aggregation',
  parameters: [
    { name: 'aggregationType', value: 'average' },
    { name: 'columnsBy', value: 'statusDuration' },
    { name: 'filterType', value: 'project' },
    { name: 'projectKey', value: 'WEB' },
    { name: 'calendar', value: 'normalHours' },
    { name: 'viewFormat', value: 'days' },
    { name: 'dateRangeField', value: 'created' },
    { name: 'startDate', value: 'startOfMonth(-1)' },
    { name: 'endDate', value: 'startOfMonth()' },
  ],
}

const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const found = { status: 200, description: 'The saved report.', content: 'SavedReport', bodyOf: addressed } as const

const unknown = 'There is no such saved report, or it is not shared with the caller.'
const conflict = 'The owner has another report with this name, or 500 reports.'
const saving = {
  400: 'The body is not a report. The messages have all errors.',
  403: 'It belongs to another user, or the request is from another site.',
  409: conflict,
}

/** The operations of saved reports; findView says who may open which. */
export const viewOperations = {
  list: operation({
    admits: 'users',
    cost: 'read',
    errors: ['FORBIDDEN'],
    run: listViews,
    route: {
      method: 'GET',
      path: ALL,
      stability: 'stable',
      id: 'listSavedReports',
      summary: 'The saved reports that the caller may open, by name.',
      parameters: listParameters('reports'),
      argumentsOf: async ({ parameters, context }) => [readListRequest(await parameters()), context],
      answers: [
        {
          status: 200,
          description: 'A page of saved reports.',
          content: 'SavedReportList',
          bodyOf: (list, sent) => ({ ...list, views: list.views.map(view => addressed(view, sent)) }),
        },
      ],
      refusals: {
        400: 'A parameter is unknown, given twice or not possible.',
        403: 'The scope is all, and the caller is no administrator.',
      },
    },
  }),
  create: operation({
    admits: 'users',
    cost: 'write',
    errors: ['SAVED_REPORT_INVALID', 'SAVED_REPORT_TAKEN', 'SAVED_REPORTS_TOO_MANY', 'SHARED_REPORTS_TOO_MANY'],
    run: createView,
    route: {
      method: 'POST',
      path: ALL,
      stability: 'stable',
      id: 'saveReport',
      summary: 'Saves a report.',
      body: { schema: newReport, example: EXAMPLE, limit: BODY_LIMIT },
      argumentsOf: ({ json, context: { caller } }) => [json, { caller }],
      answers: [
        {
          status: 201,
          description: 'The saved report. Location has its address.',
          content: 'SavedReport',
          bodyOf: addressed,
          headers: (view, sent) => ({ location: addressed(view, sent).address }),
          documentedHeaders: ['Location'],
        },
      ],
      refusals: saving,
    },
  }),
  find: operation({
    admits: 'users',
    cost: 'read',
    errors: ['SAVED_REPORT_UNKNOWN'],
    run: findView,
    route: {
      method: 'GET',
      path: ONE,
      stability: 'stable',
      id: 'savedReport',
      summary: 'A saved report.',
      parameters: [id],
      argumentsOf: ({ path, context }) => [path.id!, context],
      answers: [found],
      refusals: { 404: unknown },
    },
  }),
  change: operation({
    admits: 'users',
    cost: 'write',
    errors: ['SAVED_REPORT_UNKNOWN', 'SAVED_REPORT_NOT_OWN', 'SAVED_REPORT_INVALID', 'SAVED_REPORT_TAKEN'],
    run: changeView,
    route: {
      method: 'PATCH',
      path: ONE,
      stability: 'stable',
      id: 'changeSavedReport',
      summary: 'Changes some members of an own saved report.',
      parameters: [id],
      body: {
        schema: newReport.partial(),
        example: { name: 'Cycle time', sharing: 'group', group: 'web team' },
        limit: BODY_LIMIT,
      },
      argumentsOf: ({ path, json, context: { caller } }) => [path.id!, json, { caller }],
      answers: [found],
      refusals: { ...saving, 404: unknown },
    },
  }),
  remove: operation({
    admits: 'users',
    cost: 'write',
    errors: ['SAVED_REPORT_UNKNOWN', 'SAVED_REPORT_NOT_OWN'],
    run: removeView,
    route: {
      method: 'DELETE',
      path: ONE,
      stability: 'stable',
      id: 'removeSavedReport',
      summary: 'Removes an own saved report; an administrator may remove all.',
      parameters: [id],
      argumentsOf: ({ path, context: { caller } }) => [path.id!, { caller }],
      answers: [{ status: 204, description: 'It was removed.' }],
      refusals: { 403: 'It belongs to another user.', 404: unknown },
    },
  }),
  rowsRequest: handled({
    admits: 'users',
    cost: 'read',
    errors: ['SAVED_REPORT_UNKNOWN'],
    routes: [`GET ${ONE}/rows`],
    run: viewRowsRequest,
  }),
  restore: operation({
    admits: 'users',
    cost: 'write',
    errors: ['SAVED_REPORT_UNKNOWN', 'SAVED_REPORT_TAKEN', 'SAVED_REPORTS_TOO_MANY', 'SHARED_REPORTS_TOO_MANY'],
    run: restoreView,
    route: {
      method: 'POST',
      path: `${ONE}/restore`,
      stability: 'stable',
      id: 'restoreSavedReport',
      summary: 'Restores an own saved report that was removed less than 24 hours ago.',
      parameters: [id],
      argumentsOf: ({ path, context: { caller } }) => [path.id!, { caller }],
      answers: [found],
      refusals: { 404: unknown, 409: conflict },
    },
  }),
}
