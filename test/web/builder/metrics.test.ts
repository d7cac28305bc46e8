import { describe, expect, it } from 'vitest'
import {
  defaultMetric,
  type MetricChoice,
  metricName,
  nextMetric,
  readMetrics,
  uniqueMetricName,
  writeMetrics,
} from '../../../src/web/builder/metrics.ts'
import { catalogue } from './catalogue.ts'

const cycle: MetricChoice = {
  name: 'Cycle Time',
  from: { id: '3', order: 'first' },
  to: { id: '6', order: 'last' },
  excluded: ['2'],
}

describe('metrics between statuses', () => {
  it('survive a round trip', () => {
    const lead: MetricChoice = { name: 'Lead', from: null, to: { id: '6', order: 'first' }, excluded: [] }
    expect(readMetrics(writeMetrics([cycle, lead])!)).toEqual([cycle, lead])
    expect(writeMetrics([lead])).toBe('[{"name":"Lead","to":{"id":"6","order":"first"}}]')
    expect(writeMetrics([])).toBeNull()
  })

  it('keeps several statuses and categories', () => {
    const several = '[{"name":"A","from":{"category":"new","order":"last"},"to":{"ids":["6","7"],"order":"first"}}]'
    expect(writeMetrics(readMetrics(several))).toBe(several)
    expect(readMetrics('[{"name":"A","to":{"ids":[]}}]')).toEqual([])
  })

  it('use the first entry by default', () => {
    expect(readMetrics('[{"name":"A","from":{"id":"3"},"to":{"id":"6","order":"LAST"}}]')).toEqual([
      { ...cycle, name: 'A', excluded: [] },
    ])
  })

  it('skip invalid elements, which the server reports', () => {
    expect(readMetrics('[{"name":"A"},7,{"to":{"id":"6"}}]')).toEqual([])
    expect(readMetrics('not JSON')).toEqual([])
  })

  it('have unique names of letters, digits and spaces', () => {
    expect(metricName('Über-Zeit (2)')).toBe('ÜberZeit 2')
    expect(uniqueMetricName('cycle time', [cycle])).toBe('cycle time 2')
    expect(uniqueMetricName('Lead', [cycle])).toBe('Lead')
  })

  it('start with the time from start to end of work', () => {
    expect(defaultMetric(catalogue.statuses, 'Cycle Time')).toEqual({ ...cycle, excluded: [] })
  })

  it('start at creation without status categories', () => {
    const statuses = catalogue.statuses.map(status => ({ ...status, category: null }))
    expect(defaultMetric(statuses, 'A')).toMatchObject({ from: null, to: { id: '6' } })
    expect(defaultMetric([], 'A')).toBeNull()
  })

  it('are suggested in turn: cycle time, lead time, another', () => {
    const names = { standard: 'Cycle', leadTime: 'Lead', other: 'Metric' }
    const first = nextMetric([], catalogue.statuses, names)!
    const second = nextMetric([first], catalogue.statuses, names)!
    expect([first.name, second.name]).toEqual(['Cycle', 'Lead'])
    expect(first.from).not.toBeNull()
    expect(second).toEqual({ ...first, name: 'Lead', from: null })
    expect(nextMetric([first, second], catalogue.statuses, names)!.name).toBe('Metric')
  })
})
