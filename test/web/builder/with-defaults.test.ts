import { describe, expect, it } from 'vitest'
import { selectIssuesBy } from '../../../src/web/builder/selectors.ts'
import { afterChange, changeBetween, withDefaults } from '../../../src/web/builder/with-defaults.ts'
import { applyChange, type Choices } from '../../../src/web/state/choices.ts'
import { catalogue } from './catalogue.ts'

const project: Choices = { filterType: 'project', projectKey: 'WEB' }
const start = withDefaults(project, catalogue)
const then = (before: Choices, change: Record<string, string | null>) => afterChange(before, change, catalogue)

describe('the defaults', () => {
  it('complete a report once a project is chosen', () => {
    expect(then({}, selectIssuesBy('project', 'WEB'))).toEqual({
      ...project,
      report: 'aggregation',
      columnsBy: 'statusDuration',
      aggregationType: 'average',
      calendar: 'normalHours',
      viewFormat: 'days',
    })
  })

  it('are set with the first choice', () => {
    expect(then({}, { groupByFields: 'priority' })).toMatchObject({
      groupByFields: 'priority',
      columnsBy: 'statusDuration',
      aggregationType: 'average',
    })
  })

  it('fix the time of a new report on the demo, until it is removed', () => {
    const demo = { ...catalogue, isDemo: true, lastUpdate: '2025-06-30T21:00:00.000Z' }
    const first = afterChange({ show: 'chart' }, selectIssuesBy('project', 'WEB'), demo)
    expect(first.asOf).toBe('2025-06-30T21:00:00.000Z')
    const current = afterChange(first, { asOf: null }, demo)
    expect(afterChange(current, { columnsBy: 'statusCount' }, demo).asOf).toBeUndefined()
    expect(then({}, selectIssuesBy('project', 'WEB')).asOf).toBeUndefined()
  })

  it('keep existing choices', () => {
    const chosen = { ...start, aggregationType: 'median', viewFormat: 'hours', report: 'list' }
    expect(withDefaults(chosen, catalogue)).toMatchObject({ viewFormat: 'hours', report: 'list' })
    expect(withDefaults(start, catalogue)).toEqual(start)
  })

  it('are a list for date reports', () => {
    const dates = then(start, { columnsBy: 'lastTransitionToStatusDate' })
    expect(dates).toEqual({ ...project, columnsBy: 'lastTransitionToStatusDate', report: 'list' })
  })

  it('include a metric, a field, or groups if required', () => {
    expect(then(start, { columnsBy: 'durationBetweenStatuses' }).dbsMetrics).toContain('"Cycle Time"')
    expect(then(start, { columnsBy: 'anyfieldDuration' }).historyFields).toBe('priority')
    expect(then(start, { columnsBy: 'groupDuration' }).groups).toBe('developers,testers')
  })

  it('use working days, or 24 hours if working days differ in length', () => {
    const business = then(start, { calendar: '0' })
    expect(business.dayLength).toBe('businessDays')
    expect(then(business, { calendar: 'shifts' }).dayLength).toBe('24HourDays')
    expect(then(business, { calendar: 'normalHours' }).dayLength).toBeUndefined()
  })

  it('use the creation date, and sort largest first', () => {
    expect(then(start, { startDate: '2024-01-01' }).dateRangeField).toBe('created')
    expect(then(start, { sortBy: '3' }).sortDir).toBe('desc')
    expect(then({ ...start, sortBy: '3', sortDir: 'asc' }, { sortBy: null }).sortDir).toBeUndefined()
  })
})

describe('a choice without effect in another report', () => {
  const statuses = then(start, { statuses: '1,3', sortBy: '3', filters: '[]', calendar: '0' })

  it('is set aside and restored', () => {
    const metrics = then(statuses, { columnsBy: 'durationBetweenStatuses' })
    expect(metrics.statuses).toBeUndefined()
    expect(metrics['view.ask.statuses']).toBe('1,3')
    const back = then(metrics, { columnsBy: 'statusDuration' })
    expect(back).toMatchObject({ statuses: '1,3', filters: '[]', calendar: '0' })
    expect(back['view.ask.statuses']).toBeUndefined()
    expect(back['view.ask.dbsMetrics']).toBe(metrics.dbsMetrics)
  })

  it('is restored with what depends on it', () => {
    const days = then(statuses, { dayLength: '24HourDays' })
    const counts = then(days, { columnsBy: 'statusCount' })
    expect(counts).not.toHaveProperty('dayLength')
    expect(then(counts, { columnsBy: 'statusDuration' })).toMatchObject({ calendar: '0', dayLength: '24HourDays' })
  })

  it('is dropped if it is a default', () => {
    expect(Object.keys(then(start, { columnsBy: 'statusCount' }))).not.toContain('view.ask.calendar')
  })

  it('is dropped if it names a missing column', () => {
    expect(then(statuses, { columnsBy: 'assigneeDuration' })).not.toHaveProperty('sortBy')
    const list = { ...statuses, report: 'list', orderBy: '3', orderDir: 'desc' }
    expect(then(list, { calendar: 'normalHours' })).toMatchObject({ orderBy: '3', orderDir: 'desc' })
    for (const change of [{ columnsBy: 'assigneeDuration' }, { statuses: '1' }, { fields: 'status' }]) {
      expect(then(list, change)).not.toHaveProperty('orderBy')
    }
    const back = then(then(list, { report: 'aggregation' }), { report: 'list' })
    expect(Object.keys(back).filter(name => name.includes('order'))).toEqual([])
    expect(then(statuses, { columnsBy: 'statusCount' })).toMatchObject({ sortBy: '3', sortDir: 'desc' })
  })
})

describe('a change', () => {
  it('of the filter type removes other selectors', () => {
    const user = then(start, selectIssuesBy('user'))
    expect(user).not.toHaveProperty('projectKey')
    expect(user.filterType).toBe('user')
  })

  it('goes to the first page, and resets the group when grouping changes', () => {
    const page = { ...start, report: 'list', startIssueIndex: '200', groupByFields: 'priority', inGroup: '["High"]' }
    expect(then(page, { viewFormat: 'hours' })).not.toHaveProperty('startIssueIndex')
    expect(then(page, { viewFormat: 'hours' }).inGroup).toBe('["High"]')
    expect(then(page, { groupByFields: null })).not.toHaveProperty('inGroup')
    const march = { ...page, groupByFields: 'priority,period:month', inGroup: '["High","2024-03"]' }
    expect(then(march, { inGroup: null }).groupByFields).toBe('priority')
    expect(then(page, { inGroup: null }).groupByFields).toBe('priority')
  })

  it('of the layout keeps a group, unless the groupings changed meanwhile', () => {
    const march = { ...start, report: 'list', groupByFields: 'period:month', inGroup: '["2024-03"]' }
    const summary = then(march, { report: 'aggregation' })
    expect(summary).not.toHaveProperty('inGroup')
    expect(then(summary, { report: 'list' }).inGroup).toBe('["2024-03"]')
    const list = then(then(summary, { groupByFields: 'period:quarter' }), { report: 'list' })
    expect(Object.keys(list).filter(name => /inGroup|groupByFields/.test(name))).toEqual([])
  })

  it('can remove required metrics', () => {
    const metrics = then(start, { columnsBy: 'durationBetweenStatuses' })
    expect(then(metrics, { dbsMetrics: null })).not.toHaveProperty('dbsMetrics')
  })

  it('turns the old choices into the new ones', () => {
    const [before, next] = [
      { columnsBy: '1', calendar: '2' },
      { calendar: '3', show: '4' },
    ]
    expect(applyChange(before, changeBetween(before, next))).toEqual(next)
  })
})
