import { describe, expect, it } from 'vitest'
import type { PageCatalogue } from '../../../src/reports/page/page-types.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { isComplete } from '../../../src/web/builder/is-complete.ts'
import { selectIssuesBy } from '../../../src/web/builder/selectors.ts'
import { combineColumns, readColumns, writeColumns } from '../../../src/web/builder/status-columns.ts'
import { afterChange } from '../../../src/web/builder/with-defaults.ts'
import { type Choices, endpointOf, parametersOf } from '../../../src/web/state/choices.ts'
import { service } from '../../contract/service.ts'

const server = await service()
const catalogue = JSON.parse((await server.inject({ method: 'GET', url: '/api/catalogue' })).text) as PageCatalogue
const start = afterChange({}, selectIssuesBy('project', 'WEB'), catalogue)

/** Returns the warnings of a successful response. */
async function warningsFor(choices: Choices): Promise<readonly string[]> {
  expect(isComplete(choices, catalogue)).toBe(true)
  const { status, text } = await server.get(endpointOf(choices), parametersOf(choices))
  expect(status, text).toBe(200)
  return (JSON.parse(text) as { readonly warnings?: readonly string[] }).warnings ?? []
}

describe('the server', () => {
  it.each(Object.keys(reportTypes))('accepts %s with its defaults in both layouts, without warnings', async type => {
    const rich = {
      ...start,
      statuses: '1,3',
      assignees: 'ann',
      multiVisitBehavior: 'first',
      averageDenominator: 'rowCount',
    }
    for (const report of ['aggregation', 'list']) {
      const choices = afterChange(
        { ...rich, calendar: '0', dayLength: 'businessDays' },
        { columnsBy: type, report },
        catalogue,
      )
      expect(await warningsFor(choices)).toEqual([])
    }
  })

  it.each(['0', 'normalHours'])('accepts the calendar %s with its length of a day', async calendar => {
    expect(await warningsFor(afterChange(start, { calendar }, catalogue))).toEqual([])
  })

  it('accepts combined statuses', async () => {
    const statuses = writeColumns(combineColumns(readColumns('1,3,10'), 2, 1, id => id))
    const choices = afterChange(start, { statuses }, catalogue)
    const { text } = await server.get('aggregation', parametersOf(choices))
    const { valueColumns } = JSON.parse(text).table.header
    expect(valueColumns.map((column: { value: string }) => column.value)).toEqual(['Open', '3 + 10'])
  })
})
