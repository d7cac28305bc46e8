import { describe, expect, it } from 'vitest'
import { flowMeasures } from '../../../src/reports/flow/flow-measures.ts'
import { type FlowParameterName, flowParameterTable } from '../../../src/store/plan/flow/flow-parameters.ts'
import { reportParameters } from '../../../src/store/plan/parameters.ts'
import { type RawParameter, RequestValues } from '../../../src/store/plan/request-values.ts'

function values(...sent: (readonly [name: string, value: string, location?: 'body'])[]): RequestValues {
  return new RequestValues(
    reportParameters('list'),
    sent.map(([name, value, location = 'query']) => ({ name, value, location: location as 'body' | 'query' })),
  )
}

function errorsOf(request: RequestValues): readonly string[] {
  try {
    request.problems.check()
    return []
  } catch (error) {
    return (error as { readonly parameters: { readonly messages: readonly string[] } }).parameters.messages
  }
}

describe('the values of a request', () => {
  it('are found without case, and trimmed', () => {
    expect(values(['PROJECTKEY', '  WEB ']).text('projectKey')).toBe('WEB')
  })

  it('take the body before the query', () => {
    const request = values(['projectKey', 'QUERY'], ['projectKey', 'BODY', 'body'])
    expect(request.text('projectKey')).toBe('BODY')
    expect(errorsOf(request)).toEqual([])
  })

  it('join repeated lists', () => {
    expect(values(['statuses', '1,2'], ['statuses', '3']).text('statuses')).toBe('1,2,3')
  })

  it('are each kept of a parameter that can be repeated, without empty ones', () => {
    const one = (value: string, location: 'query' | 'body') => ({ name: 'THEN', value, location })
    const table = flowParameterTable(flowMeasures.forecast, flowMeasures)
    const all = (...sent: RawParameter[]) => new RequestValues<FlowParameterName>(table, sent).copy().all('then')
    expect(all(one(' a = 1, 2 ', 'query'), one('', 'query'), one('[b', 'query'))).toEqual(['a = 1, 2', '[b'])
    expect(all(one('a', 'query'), one('b', 'body'), one('b', 'body'))).toEqual(['b', 'b'])
    expect(all()).toEqual([])
  })

  it('reject a repeated value, with both', () => {
    const [message] = errorsOf(values(['calendar', '0'], ['calendar', '1']))
    expect(message).toContain("calendar is given 2 times: '0', '1'")
  })

  it('are absent when empty', () => {
    const request = values(['calendar', '  '])
    expect(request.text('calendar')).toBeUndefined()
    expect(errorsOf(request)).toEqual([])
  })

  it('warn about unknown parameters, with the nearest name', () => {
    expect(values(['calender', '0']).warnings).toEqual([
      "Unknown parameter 'calender' was ignored. Did you mean 'calendar'?",
    ])
  })

  it('have the nearest names of unknown parameters among their errors, which they may explain', () => {
    const problemsOf = (...sent: (readonly [string, string])[]) => {
      const request = values(...sent)
      request.require('filterType', '')
      return errorsOf(request)
    }
    expect(problemsOf(['project', 'WEB'], ['xyzzy', '1'])).toEqual([
      'ERROR: filterType is required.',
      "ERROR: 'project' is not a parameter. Did you mean 'projectKey'?",
    ])
    expect(problemsOf(['jql', 'order by key'])[1]).toBe(
      "ERROR: 'jql' is not a parameter. Did you mean 'jqlFilterID' or 'customjql'?",
    )
    expect(errorsOf(values(['project', 'WEB']))).toEqual([])
  })

  it('warn about a parameter of the other report', () => {
    expect(values(['aggregationType', 'sum']).warnings).toEqual([
      'aggregationType was ignored: it is a parameter of the aggregation report.',
    ])
  })
})
