import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { reportHeaders, warningsHeader } from '../../../src/edge/http/report-routes.ts'
import type { ReportBody } from '../../../src/reports/report/report-body.ts'
import { type ParameterName, reportParameters } from '../../../src/store/plan/parameters.ts'
import { RequestValues } from '../../../src/store/plan/request-values.ts'

function headersOf(url: string) {
  const facts = { total: 90, nextIndex: 50, warnings: [], computedBy: null, emptyReason: null }
  return reportHeaders({ raw: { url } } as FastifyRequest, { facts } as unknown as ReportBody)
}

it('the link to the next page is left out beyond 4,000 characters', () => {
  expect(headersOf('/list?a=1').link).toBe('</list?a=1&startIssueIndex=50>; rel="next"')
  expect(headersOf(`/list?assignees=${'x'.repeat(4_000)}`)).toEqual({ 'x-total-count': '90' })
})

it('warnings that fit are in the header as they are', () => {
  expect(warningsHeader(['first', 'größer'])).toEqual({ 'x-warnings': '["first","gr\\u00f6\\u00dfer"]' })
  const exact = ['x'.repeat(1_998), 'y'.repeat(1_993)]
  expect(warningsHeader(exact)['x-warnings']).toBe(JSON.stringify(exact))
  expect(JSON.stringify(exact)).toHaveLength(4_000 - 2)
})

it('other warnings are counted', () => {
  const header = warningsHeader(Array.from({ length: 60 }, (_, i) => `${i}${'x'.repeat(98)}`))['x-warnings']!
  const shown = JSON.parse(header) as string[]
  expect(header.length).toBeLessThanOrEqual(4_000)
  expect(shown.at(-1)).toBe(`and ${60 - (shown.length - 1)} more, in the JSON of the report`)
  expect(shown.length).toBeGreaterThan(30)
  expect(warningsHeader(['x'.repeat(5_000)])['x-warnings']).toBe('["and 1 more, in the JSON of the report"]')
})

it('a request has at most 50 warnings, then the number of the others', () => {
  const raw = Array.from({ length: 300 }, (_, i) => ({ name: `unknown${i}`, value: '1', location: 'query' as const }))
  const { warnings } = new RequestValues<ParameterName>(reportParameters('list'), [...raw, ...raw.slice(0, 50)])
  expect(warnings).toHaveLength(51)
  expect(warnings.at(-1)).toBe('and 250 more')
})
