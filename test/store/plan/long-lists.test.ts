import { describe, expect, it } from 'vitest'
import { isUserError } from '../../../src/core/base/errors.ts'
import type { Steps } from '../../../src/core/base/in-slices.ts'
import { bindJql } from '../../../src/core/jql/bind-jql.ts'
import { issuesNamedIn } from '../../../src/core/jql/issues-named-in.ts'
import { parseJql, parseJqlInSteps } from '../../../src/core/jql/parse-jql.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { jqlContext } from '../../../src/store/plan/choose-issues.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import type { RequestedEndpoint } from '../../../src/store/plan/parameters.ts'
import { context, NEEDED, NOW, planning, planningFlow, raw, type Sent } from './sample.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `unknown${i}`)
const commas = (count: number) => names(count).join(',')
const json = (count: number) => JSON.stringify(names(count))
const columns = (count: number) =>
  JSON.stringify(names(count).map(name => ({ type: 'cons', name, statuses: ['Done'] })))

/** The lists of reports that are read member by member. */
const LISTS: readonly (readonly [name: string, endpoint: RequestedEndpoint, listOf: (count: number) => string])[] = [
  ['statuses', 'list', commas],
  ['statuses', 'list', columns],
  ['assignees', 'list', commas],
  ['assignees', 'list', json],
  ['groups', 'list', commas],
  ['fields', 'list', commas],
  ['historyFields', 'list', commas],
  ['groupByFields', 'list', commas],
  ['inGroup', 'aggregation', json],
  ['percentiles', 'aggregation', commas],
]

/** Runs all steps. Returns their number, and the messages of the error or the warnings. */
function run(steps: Steps<{ readonly warnings: readonly string[] }>) {
  for (let count = 0; ; count++) {
    try {
      const step = steps.next()
      if (step.done) return { count, messages: [], warnings: step.value.warnings }
    } catch (error) {
      if (!isUserError(error, 'REPORT_INVALID')) throw error
      return { count, messages: error.parameters.messages, warnings: [] }
    }
  }
}

function count(steps: Steps<unknown>): number {
  for (let count = 0; ; count++) if (steps.next().done) return count
}

function planned(endpoint: RequestedEndpoint, sent: Sent) {
  const aggregate: Sent = endpoint === 'aggregation' ? { aggregationType: 'average' } : {}
  return run(planning({ endpoint, parameters: raw({ ...NEEDED, ...aggregate, ...sent }) }))
}

describe('a long list in a request', () => {
  it.each(LISTS)('of %s at %s is read in a step for each member', (name, endpoint, listOf) => {
    expect(planned(endpoint, { [name]: listOf(2_000) }).count).toBeGreaterThanOrEqual(2_000)
  })

  it.each(LISTS)('of %s at %s has at most 50 messages, and the number of the others', (name, endpoint, listOf) => {
    const { messages, warnings } = planned(endpoint, { [name]: listOf(2_000) })
    expect(warnings.length).toBeLessThanOrEqual(51)
    for (const message of messages) expect(message.match(/unknown\d+/g)?.length ?? 0).toBeLessThanOrEqual(50)
  })

  it('of elements in JSON has a maximum of commas, and is not parsed beyond it', () => {
    const { count, messages } = planned('list', { statuses: json(600_002) })
    expect(messages).toEqual(['ERROR: statuses has 600001 commas. Allowed: at most 600000.'])
    expect(count).toBeLessThan(100)
  })

  it('in an element of statuses has a maximum', () => {
    const statuses = JSON.stringify([{ type: 'cons', name: 'All', statuses: names(20_001) }])
    expect(planned('list', { statuses }).messages).toEqual([
      "ERROR: statuses element 0: statuses '" +
        `${JSON.stringify(names(20_001)).slice(0, 100)}...' has 20001 elements. Allowed: at most 20000.`,
    ])
  })

  it('of the columns of a file has a maximum, which no report exceeds', () => {
    const read = (count: number) => readFileRequest(raw({ outputType: 'CSV', columns: json(count) }))
    expect(read(20_000)).toMatchObject({ problems: [], request: { columns: { length: 20_000 } } })
    expect(read(20_001).problems).toEqual(['ERROR: columns has 20001 elements. Allowed: at most 20000.'])
  })

  it('of the percentiles of a workbook is not read', () => {
    const percentiles = Array(20_001).fill('1').join(',')
    expect(readFileRequest(raw({ outputType: 'xlsx', percentiles })).problems).toEqual([
      'ERROR: percentiles has 20001 elements. Allowed: at most 10.',
    ])
  })

  it('of the states of flow/items is read in a step for each member', () => {
    const parameters = raw({ filterType: 'project', projectKey: 'WEB', state: commas(2_000) })
    const steps = planningFlow({ endpoint: 'items', parameters }, { ...context, types: [], workflows: [] })
    expect(run(steps).count).toBeGreaterThanOrEqual(2_000)
  })

  it('of clauses is parsed, looked through for issues and bound in a step for each clause', () => {
    const text = Array(2_000).fill('(updated > -1d AND created < now())').join(' OR ')
    const query = parseJql(text)
    expect(count(parseJqlInSteps(text))).toBeGreaterThanOrEqual(4_000)
    expect(count(issuesNamedIn(query, context.jql))).toBeGreaterThanOrEqual(4_000)
    expect(count(bindJql(query, jqlContext(context, NOW, UTC)))).toBeGreaterThanOrEqual(4_000)
  })
})
