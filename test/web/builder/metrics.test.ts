import { describe, expect, it } from 'vitest'
import {
  defaultMetric,
  type Metric,
  metricName,
  nextMetric,
  readMetrics,
  uniqueMetricName,
  writeMetrics,
} from '../../../src/web/builder/metrics.ts'
import { catalogue } from './catalogue.ts'

const cycle: Metric = {
  name: 'Cycle Time',
  from: { id: '3', order: 'first' },
  to: { id: '6', order: 'last' },
  excluded: ['2'],
}

describe('metrics between statuses', () => {
  it('are written and read back as they were', () => {
    const lead: Metric = { name: 'Lead', from: null, to: { id: '6', order: 'first' }, excluded: [] }
    expect(readMetrics(writeMetrics([cycle, lead])!)).toEqual([cycle, lead])
    expect(writeMetrics([lead])).toBe('[{"name":"Lead","to":{"id":"6","order":"first"}}]')
    expect(writeMetrics([])).toBeNull()
  })

  it('begin with the first entry where the order is not said', () => {
    expect(readMetrics('[{"name":"A","from":{"id":"3"},"to":{"id":"6","order":"LAST"}}]')).toEqual([
      { ...cycle, name: 'A', excluded: [] },
    ])
  })

  it('leave out what has no end, for the server to speak of', () => {
    expect(readMetrics('[{"name":"A"},7,{"to":{"id":"6"}}]')).toEqual([])
    expect(readMetrics('not JSON')).toEqual([])
  })

  it('have names of letters, digits and blanks, of any language, each once', () => {
    expect(metricName('Über-Zeit (2)')).toBe('ÜberZeit 2')
    expect(uniqueMetricName('cycle time', [cycle])).toBe('cycle time 2')
    expect(uniqueMetricName('Lead', [cycle])).toBe('Lead')
  })

  it('are first the time from the start of work to the end of it', () => {
    expect(defaultMetric(catalogue, 'Cycle Time')).toEqual({ ...cycle, excluded: [] })
  })

  it('are first the time from creation to the last status where categories do not tell', () => {
    const statuses = catalogue.statuses.map(status => ({ ...status, category: null }))
    expect(defaultMetric({ ...catalogue, statuses }, 'A')).toMatchObject({ from: null, to: { id: '6' } })
    expect(defaultMetric({ ...catalogue, statuses: [] }, 'A')).toBeNull()
  })

  it('come one after the other, none of the first two like another', () => {
    const names = { standard: 'Cycle', leadTime: 'Lead', other: 'Metric' }
    const first = nextMetric([], catalogue, names)!
    const second = nextMetric([first], catalogue, names)!
    expect([first.name, second.name]).toEqual(['Cycle', 'Lead'])
    expect(first.from).not.toBeNull()
    expect(second).toEqual({ ...first, name: 'Lead', from: null })
    expect(nextMetric([first, second], catalogue, names)!.name).toBe('Metric')
  })
})
