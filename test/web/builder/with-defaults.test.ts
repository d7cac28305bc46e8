import { describe, expect, it } from 'vitest'
import { selectIssuesBy } from '../../../src/web/builder/selectors.ts'
import { afterChange, changeBetween, withDefaults } from '../../../src/web/builder/with-defaults.ts'
import { applyChange, type Choices } from '../../../src/web/state/choices.ts'
import { catalogue } from './catalogue.ts'

const project: Choices = { filterType: 'project', projectKey: 'WEB' }
const start = withDefaults(project, catalogue)
const then = (before: Choices, change: Record<string, string | null>) => afterChange(before, change, catalogue)

describe('what is chosen for a person', () => {
  it('is enough for an answer once a project is picked', () => {
    expect(then({}, selectIssuesBy('project', 'WEB'))).toEqual({
      ...project,
      report: 'aggregation',
      columnsBy: 'statusDuration',
      aggregationType: 'average',
      calendar: 'normalHours',
      viewFormat: 'days',
    })
  })

  it('comes with the first choice of all, whichever it is', () => {
    expect(then({}, { groupByFields: 'priority' })).toMatchObject({
      groupByFields: 'priority',
      columnsBy: 'statusDuration',
      aggregationType: 'average',
    })
  })

  it('leaves what was chosen as it is', () => {
    const chosen = { ...start, aggregationType: 'median', viewFormat: 'hours', report: 'list' }
    expect(withDefaults(chosen, catalogue)).toMatchObject({ viewFormat: 'hours', report: 'list' })
    expect(withDefaults(start, catalogue)).toEqual(start)
  })

  it('is a list where dates are reported', () => {
    const dates = then(start, { columnsBy: 'lastTransitionToStatusDate' })
    expect(dates).toEqual({ ...project, columnsBy: 'lastTransitionToStatusDate', report: 'list' })
  })

  it('is what the report cannot be without: a metric, a field, the groups that can be sent', () => {
    expect(then(start, { columnsBy: 'durationBetweenStatuses' }).dbsMetrics).toContain('"Cycle Time"')
    expect(then(start, { columnsBy: 'anyfieldDuration' }).historyFields).toBe('priority')
    expect(then(start, { columnsBy: 'groupDuration' }).groups).toBe('developers,testers')
  })

  it('is a working day with a calendar, and 24 hours where working days are unequal', () => {
    const business = then(start, { calendar: '0' })
    expect(business.dayLength).toBe('businessDays')
    expect(then(business, { calendar: 'shifts' }).dayLength).toBe('24HourDays')
    expect(then(business, { calendar: 'normalHours' }).dayLength).toBeUndefined()
  })

  it('is the date of creation with dates, and the largest first with an order', () => {
    expect(then(start, { startDate: '2024-01-01' }).dateRangeField).toBe('created')
    expect(then(start, { sortBy: '3' }).sortDir).toBe('desc')
    expect(then({ ...start, sortBy: '3', sortDir: 'asc' }, { sortBy: null }).sortDir).toBeUndefined()
  })
})

describe('a choice that means nothing in another report', () => {
  const statuses = then(start, { statuses: '1,3', sortBy: '3', filters: '[]', calendar: '0' })

  it('waits aside and comes back', () => {
    const metrics = then(statuses, { columnsBy: 'durationBetweenStatuses' })
    expect(metrics.statuses).toBeUndefined()
    expect(metrics['view.ask.statuses']).toBe('1,3')
    const back = then(metrics, { columnsBy: 'statusDuration' })
    expect(back).toMatchObject({ statuses: '1,3', filters: '[]', calendar: '0' })
    expect(back['view.ask.statuses']).toBeUndefined()
    expect(back['view.ask.dbsMetrics']).toBe(metrics.dbsMetrics)
  })

  it('comes back with what hangs on it', () => {
    const days = then(statuses, { dayLength: '24HourDays' })
    const counts = then(days, { columnsBy: 'statusCount' })
    expect(counts).not.toHaveProperty('dayLength')
    expect(then(counts, { columnsBy: 'statusDuration' })).toMatchObject({ calendar: '0', dayLength: '24HourDays' })
  })

  it('is forgotten where it is chosen by itself again', () => {
    expect(Object.keys(then(start, { columnsBy: 'statusCount' }))).not.toContain('view.ask.calendar')
  })

  it('is not kept when it names a column that the other report does not have', () => {
    expect(then(statuses, { columnsBy: 'assigneeDuration' })).not.toHaveProperty('sortBy')
    expect(then(statuses, { columnsBy: 'statusCount' })).toMatchObject({ sortBy: '3', sortDir: 'desc' })
  })
})

describe('a change', () => {
  it('of the way to choose issues keeps no other selector', () => {
    const user = then(start, selectIssuesBy('user'))
    expect(user).not.toHaveProperty('projectKey')
    expect(user.filterType).toBe('user')
  })

  it('begins at the first page, and leaves the group whose issues were shown when the groups change', () => {
    const page = { ...start, report: 'list', startIssueIndex: '200', groupByFields: 'priority', inGroup: '["High"]' }
    expect(then(page, { viewFormat: 'hours' })).not.toHaveProperty('startIssueIndex')
    expect(then(page, { viewFormat: 'hours' }).inGroup).toBe('["High"]')
    expect(then(page, { groupByFields: null })).not.toHaveProperty('inGroup')
  })

  it('takes away metrics for good until another report is chosen', () => {
    const metrics = then(start, { columnsBy: 'durationBetweenStatuses' })
    expect(then(metrics, { dbsMetrics: null })).not.toHaveProperty('dbsMetrics')
  })

  it('makes the choices of before those of after', () => {
    const [before, next] = [
      { a: '1', b: '2' },
      { b: '3', c: '4' },
    ]
    expect(applyChange(before, changeBetween(before, next))).toEqual(next)
  })
})
