import { describe, expect, it } from 'vitest'
import {
  applyChange,
  endpointOf,
  openPageIn,
  pageChoice,
  parametersOf,
  parseChoices,
  toQueryString,
} from '../../../src/web/state/choices.ts'

describe('choices', () => {
  it('survive a round trip through the URL', () => {
    const choices = {
      report: 'list',
      customjql: 'summary ~ "a&b=c +50%"',
      columnsBy: 'statusCount',
      'view.open': 'issue:A-1',
    }
    expect(parseChoices(`?${toQueryString(choices)}`)).toEqual(choices)
  })

  it('of an older version sort all issues of a list, not the shown page', () => {
    const of = (query: string) => parseChoices(`?report=list&${query}`)
    expect(of('view.table.sort=-3')).toEqual({ report: 'list', orderBy: '3', orderDir: 'desc' })
    expect(of('view.table.sort=issue.issuekey')).toEqual({ report: 'list', orderBy: 'issuekey', orderDir: 'asc' })
    expect(of('view.table.sort=3&orderBy=summary')).toEqual({ report: 'list', orderBy: 'summary' })
    expect(of('view.table.sort=issueCount')).toEqual({ report: 'list' })
    expect(parseChoices('?view.table.sort=-3')).toEqual({ 'view.table.sort': '-3' })
  })

  it('can be those of a connection, or of a new one', () => {
    for (const connection of ['jira', 'jira-2', null])
      expect(openPageIn(pageChoice({ name: 'connection', connection }))).toEqual({ name: 'connection', connection })
    expect(parametersOf(pageChoice({ name: 'connection', connection: null }))).toEqual({})
    for (const page of [
      { name: 'calendars' },
      { name: 'calendar', id: null },
      { name: 'calendar', id: 'a:b' },
    ] as const)
      expect(openPageIn(pageChoice(page))).toEqual(page)
    for (const page of ['', 'connection', 'connection:', 'other']) expect(openPageIn({ page })).toBeNull()
  })

  it('have one URL, in any order', () => {
    expect(toQueryString({ fields: '2', calendar: '1', show: 'chart', report: 'list' })).toBe(
      toQueryString({ report: 'list', show: 'chart', calendar: '1', fields: '2' }),
    )
  })

  it('drop empty values', () => {
    const choices = { calendar: '1', fields: '2', filters: '3' }
    expect(applyChange(choices, { calendar: null, fields: '', show: '4' })).toEqual({ filters: '3', show: '4' })
  })

  it('are sent without parameters of the page', () => {
    const choices = { report: 'list', show: 'chart', 'view.table.hidden': 'x', projectKey: 'WEB' }
    expect(parametersOf(choices)).toEqual({ projectKey: 'WEB' })
    expect(endpointOf(choices)).toBe('list')
    expect(endpointOf({})).toBe('aggregation')
  })
})
