import { describe, expect, it } from 'vitest'
import type { PageCatalogue } from '../../../src/reports/page/page-types.ts'
import { quickStarts } from '../../../src/web/shell/quick-starts.ts'
import { catalogue } from './reports.ts'

const project = { key: 'WEB', name: 'Web Shop' }

describe('the suggested questions', () => {
  it('start with where work waits', () => {
    expect(quickStarts(project, catalogue)[0]).toEqual({
      question: 'Where does work wait in Web Shop?',
      choices: {
        report: 'aggregation',
        filterType: 'project',
        projectKey: 'WEB',
        columnsBy: 'statusDuration',
        aggregationType: 'median',
        calendar: 'normalHours',
        groupByFields: 'issuetype',
        viewFormat: 'days',
      },
    })
  })

  it('separate working and waiting by status category, without done', () => {
    const { statuses } = quickStarts(project, catalogue)[1]!.choices
    expect(JSON.parse(statuses!)).toEqual([
      { type: 'cons', name: 'Not started', statuses: ['1'] },
      { type: 'cons', name: 'In progress', statuses: ['2', '3', '4'] },
    ])
  })

  it('count the open issues of each present assignee, most first, with the age of the oldest', () => {
    const { choices } = withAssignee().find(({ question }) => question === 'Who has the open issues?')!
    expect(choices).toEqual({
      report: 'aggregation',
      filterType: 'customjql',
      customjql: 'project = "WEB" AND statusCategory != Done',
      columnsBy: 'statusDuration',
      statuses: expect.any(String),
      aggregationType: 'percentile',
      percentile: '100',
      calendar: 'normalHours',
      viewFormat: 'days',
      groupByFields: 'assignee',
      'view.table.sort': '-issueCount',
    })
    expect(JSON.parse(choices.statuses!)).toEqual([
      { type: 'cons', name: 'Age of the oldest', statuses: catalogue.statuses.map(({ id }) => id) },
    ])
  })

  it('take issues without a resolution as open if no status has a category', () => {
    const statuses = catalogue.statuses.map(status => ({ ...status, category: null }))
    const queries = withAssignee({ statuses }).map(({ choices }) => choices.customjql)
    expect(queries).toContain('project = "WEB" AND resolution IS EMPTY')
  })

  it('find reopened issues with quoted status names', () => {
    expect(quickStarts(project, catalogue).at(-1)!.choices.customjql).toBe(
      'project = "WEB" AND status CHANGED FROM ("Rejected", "Done \\"really\\"") TO ("Open", "Selected", "In Progress")',
    )
  })

  it('omit questions without suitable statuses', () => {
    const starts = quickStarts(project, { ...catalogue, statuses: [], fields: [] })
    expect(starts.map(({ choices }) => choices.columnsBy)).toEqual(['statusDuration'])
    expect(starts[0]!.choices.groupByFields).toBeUndefined()
  })
})

/** Returns the questions of a tracker that has assignees. */
function withAssignee(more: Partial<PageCatalogue> = {}) {
  const assignee = { id: 'assignee', name: 'Assignee', kind: 'user', multi: false, hasHistory: true } as const
  return quickStarts(project, { ...catalogue, fields: [...catalogue.fields, assignee], ...more })
}
