import type { RequestContext } from '../../access/permissions/request-context.ts'
import { distribution } from '../../reports/report/distribution.ts'
import { explainNumber } from '../../reports/report/explain/explain-number.ts'
import { issueRepairs } from '../../reports/report/explain/repairs.ts'
import { issueTimeline } from '../../reports/report/explain/timeline.ts'
import type { ReportDeps } from '../../reports/report/run-report.ts'
import { distributionParameters, ignoredByDistributions } from '../../store/plan/distribution-options.ts'
import { dayLengths } from '../../store/plan/parameters.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import { type NamedParameter, parametersOf } from './named-parameters.ts'
import { type Json, operation } from './operation.ts'

const TIMELINE: readonly string[] = ['issueKey', 'viewFormat', 'asOf', 'timeZone']

const COLUMN: NamedParameter = {
  name: 'column',
  fallback: 'required',
  example: '3',
  description: "The id of the cell's column, as reports give it.",
}
const KEYS: NamedParameter = {
  name: 'issueKeys',
  fallback: 'required',
  example: 'WEB-1,WEB-2',
  description: 'The keys of at most 200 issues, separated by commas.',
}
const CALENDAR: NamedParameter = {
  name: 'calendar',
  fallback: 'normalHours',
  example: '0',
  description: 'The hours that count: normalHours (all of them), 0 or the id of a custom calendar.',
}
const DAY_LENGTH: NamedParameter = {
  name: 'dayLength',
  fallback: '24HourDays',
  example: 'businessDays',
  description: 'The length of a day in formatted durations.',
  values: dayLengths,
}

type Parameters = readonly RawParameter[]

const ignored: ReadonlySet<string> = ignoredByDistributions

const OBJECT: Json = { type: 'object' }

const answered = (content: string | Json) => [{ status: 200, description: 'The answer.', content }] as const

const refusals = { 400: 'Parameters are missing or wrong; messages has one for each.' }

/** The drill-downs of the page. Their answers are in page-types.ts; explanations and distributions read as much as a report. */
export const pageOperations = {
  explain: operation({
    admits: 'users',
    cost: 'heavy',
    errors: ['REPORT_INVALID'],
    run: (deps: ReportDeps, parameters: Parameters, requestContext: RequestContext) =>
      explainNumber(parameters, deps, requestContext),
    route: {
      method: 'GET',
      hasForm: true,
      path: '/api/explain',
      stability: 'stable',
      id: 'explain',
      summary:
        'What a cell is made of: the stays, visits or transitions of one issue, with the parameters of its report.',
      named: () => [...parametersOf('issue'), COLUMN],
      argumentsOf: async ({ parameters, context }) => [await parameters(), context],
      answers: answered('Explanation'),
      refusals,
    },
  }),
  timeline: operation({
    admits: 'users',
    cost: 'read',
    errors: ['REPORT_INVALID'],
    run: (deps: ReportDeps, parameters: Parameters, requestContext: RequestContext) =>
      issueTimeline(parameters, deps, requestContext),
    route: {
      method: 'GET',
      path: '/api/timeline',
      stability: 'stable',
      id: 'timeline',
      summary: "An issue's statuses and assignees until asOf, with the time that counts, and the time that does not.",
      named: () => [...parametersOf('issue').filter(({ name }) => TIMELINE.includes(name)), CALENDAR, DAY_LENGTH],
      argumentsOf: async ({ parameters, context }) => [await parameters(), context],
      answers: answered(OBJECT),
      refusals,
    },
  }),
  repairs: operation({
    admits: 'users',
    cost: 'read',
    errors: ['REPORT_INVALID'],
    run: (deps: ReportDeps, parameters: Parameters, requestContext: RequestContext) =>
      issueRepairs(parameters, deps, requestContext),
    route: {
      method: 'GET',
      path: '/api/repairs',
      stability: 'stable',
      id: 'repairs',
      summary: 'What was repaired in the histories of issues, in words, by key.',
      named: () => [KEYS],
      argumentsOf: async ({ parameters, context }) => [await parameters(), context],
      answers: answered(OBJECT),
      refusals,
    },
  }),
  distribution: operation({
    admits: 'users',
    cost: 'heavy',
    errors: ['REPORT_INVALID'],
    run: (deps: ReportDeps, parameters: Parameters, requestContext: RequestContext) =>
      distribution(parameters, deps, requestContext),
    route: {
      method: 'GET',
      hasForm: true,
      path: '/api/distribution',
      stability: 'stable',
      id: 'distribution',
      summary:
        'How the cells of each column of an aggregation are spread over its issues: count, least, quartiles, greatest, and with more parameters percentiles, bins and values.',
      named: () => [...parametersOf('aggregation').filter(({ name }) => !ignored.has(name)), ...distributionParameters],
      argumentsOf: async ({ parameters, context }) => [await parameters(), context],
      answers: answered('Distribution'),
      refusals,
    },
  }),
}
