import { describe, expect, it } from 'vitest'
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
        show: 'overview',
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

  it('find reopened issues with quoted status names', () => {
    expect(quickStarts(project, catalogue).at(-1)!.choices.customjql).toBe(
      'project = "WEB" AND status CHANGED FROM ("Rejected", "Done \\"really\\"") TO ("Open", "Selected", "In Progress")',
    )
  })

  it('omit questions without suitable statuses', () => {
    const starts = quickStarts(project, { ...catalogue, statuses: [], fields: [] })
    expect(starts.map(({ choices }) => choices.columnsBy)).toEqual(['statusDuration', 'assigneeDuration'])
    expect(starts[0]!.choices.groupByFields).toBeUndefined()
  })
})
