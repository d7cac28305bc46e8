import { beforeAll, expect, it } from 'vitest'
import { clause } from './clause.ts'
import { hours, lines, raws } from './notation.ts'
import { type RequestParameters, type Service, saying, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

clause('§2.1', 'aggregationType', () => {
  it('a consolidated column is empty where no member was visited, and such an issue does not count', async () => {
    const statuses = JSON.stringify([{ type: 'cons', name: 'Active', statuses: ['3', '10'] }])
    // WEB-1 60 + 12 h, WEB-2 216 h, WEB-3 neither.
    const parameters = { aggregationType: 'average', statuses }
    expect(lines(await tracker.aggregation(parameters))).toEqual(['3 | 144.0'])
    expect(lines(await tracker.aggregation({ ...parameters, groupByFields: 'priority' }))).toEqual([
      'High 1 | -',
      'Low 2 | 144.0',
    ])
  })

  // In Progress: 60 h, 216 h, and nothing in WEB-3. Open: 24 h, 48 h and 12 h.
  it.each([
    ['sum', '276.0 84.0', hours(276, 84)],
    ['average', '138.0 28.0', hours(138, 28)],
    ['median', '138.0 24.0', hours(138, 24)],
    // (216 - 60) / 2; sqrt((4^2 + 20^2 + 16^2) / 3) = sqrt(224) = 14.96662954... h
    ['standardDeviation', '78.0 15.0', `${hours(78)} 53879866.37`],
  ])('%s is that of the issues with a value', async (aggregationType, values, raw) => {
    const body = await tracker.aggregation({ aggregationType, statuses: '3,1' })
    expect(lines(body)).toEqual([`3 | ${values}`])
    expect(raws(body)).toEqual([raw])
  })

  it('counts have one decimal unless they are whole', async () => {
    const parameters = { columnsBy: 'statusCount', calendar: '', statuses: '3,6', viewFormat: '' }
    // In Progress 2 and 1 times, Done once each.
    expect(lines(await tracker.aggregation({ ...parameters, aggregationType: 'average' }))).toEqual(['3 | 1.5 1'])
    expect(lines(await tracker.aggregation({ ...parameters, aggregationType: 'sum' }))).toEqual(['3 | 3 2'])
  })

  it('a column without any value is empty', async () => {
    for (const aggregationType of ['sum', 'average', 'median', 'standardDeviation'])
      expect(raws(await tracker.aggregation({ aggregationType, statuses: '7' }))).toEqual(['-'])
  })

  it('is required', () =>
    tracker.refuses(
      'aggregation',
      { aggregationType: '' },
      'aggregationType',
      'required',
      'average, sum, median, standardDeviation or percentile',
    ))

  it('is one of these', () =>
    tracker.refuses('aggregation', { aggregationType: 'mean' }, 'aggregationType', "'mean'", 'average'))

  it('is not a parameter of lists', async () => {
    const body = await tracker.list({ aggregationType: 'mean' })
    expect(body.warnings).toEqual([expect.stringMatching(/^aggregationType .*aggregation/)])
  })
})

clause('§2.1', 'averageDenominator', () => {
  const average = { aggregationType: 'average', statuses: '3' }
  const deviation = { aggregationType: 'standardDeviation', statuses: '3' }

  it('nonNull divides by the number of non-empty values', async () => {
    // (60 + 216) / 2
    expect(lines(await tracker.aggregation({ ...average, averageDenominator: 'nonNull' }))).toEqual(['3 | 138.0'])
  })

  it('rowCount divides by the number of all issues', async () => {
    // (60 + 216) / 3
    expect(lines(await tracker.aggregation({ ...average, averageDenominator: 'rowCount' }))).toEqual(['3 | 92.0'])
  })

  it('is nonNull by default', async () => {
    expect(lines(await tracker.aggregation(average))).toEqual(['3 | 138.0'])
  })

  it('a deviation treats empty values as 0 with rowCount', async () => {
    expect(raws(await tracker.aggregation(deviation))).toEqual([hours(78)])
    // Of 60, 216 and 0: sqrt((32^2 + 124^2 + 92^2) / 3) = sqrt(8288) = 91.038... h
    const body = await tracker.aggregation({ ...deviation, averageDenominator: 'rowCount' })
    expect(raws(body)).toEqual(['327738432.29'])
  })

  it('counts all issues of the row, not of the report', async () => {
    const parameters = { ...average, averageDenominator: 'rowCount', groupByFields: 'priority' }
    // Low: WEB-1 and WEB-2, both with a value. High: WEB-3, without.
    expect(lines(await tracker.aggregation(parameters))).toEqual(['High 1 | -', 'Low 2 | 138.0'])
  })

  it('has no effect on sums and medians, with a warning', async () => {
    for (const aggregationType of ['sum', 'median']) {
      const body = await tracker.aggregation({ ...average, aggregationType, averageDenominator: 'rowCount' })
      expect(body.warnings).toEqual([expect.stringMatching(/^averageDenominator /)])
    }
  })

  it('is one of the two', () =>
    tracker.refuses('aggregation', { averageDenominator: 'all' }, 'averageDenominator', "'all'", 'nonNull or rowCount'))

  it('is not a parameter of lists', async () => {
    const body = await tracker.list({ averageDenominator: 'all' })
    expect(body.warnings).toEqual([expect.stringMatching(/^averageDenominator /)])
  })
})

/** One row for each issue, so that rows are identified by their keys. */
const BY_ISSUE = { groupByFields: 'issuekey' }

async function order(parameters: RequestParameters): Promise<string> {
  const body = await tracker.aggregation({ ...BY_ISSUE, ...parameters })
  return body.table.body.rows.map(row => row.groupByColumns[0]!.value).join(' ')
}

const CONSOLIDATED = JSON.stringify([{ type: 'cons', name: 'Active', statuses: ['3', '10'] }])
const LEAD = JSON.stringify([{ name: 'Lead', to: { id: '6', order: 'first' } }])

clause('§2.1', 'sortBy', () => {
  it('orders the rows by the raw value of a status', async () => {
    // Done: WEB-1 240 h, WEB-3 336 h.
    expect(await order({ sortBy: '6', sortDir: 'desc' })).toBe('WEB-3 WEB-1 WEB-2')
    // 12 h, 24 h, 48 h are 720.0, 1440.0 and 2880.0 minutes: another order as text.
    expect(await order({ sortBy: '1', sortDir: 'asc', viewFormat: 'minutes' })).toBe('WEB-3 WEB-1 WEB-2')
  })

  it('a consolidated column is named by its name, in any case', async () => {
    expect(await order({ statuses: CONSOLIDATED, sortBy: 'ACTIVE', sortDir: 'desc' })).toBe('WEB-2 WEB-1 WEB-3')
  })

  it('statusCount can be sorted', async () => {
    const parameters = { columnsBy: 'statusCount', calendar: '', sortBy: '3', sortDir: 'desc' }
    expect(await order(parameters)).toBe('WEB-1 WEB-2 WEB-3')
  })

  it('assigneeDuration can be sorted, by any name of a user', async () => {
    for (const sortBy of ['bob', 'KEY-BOB'])
      expect(await order({ columnsBy: 'assigneeDuration', sortBy, sortDir: 'asc' })).toBe('WEB-2 WEB-1 WEB-3')
  })

  it('durationBetweenStatuses can be sorted, by the name of a metric', async () => {
    const parameters = { columnsBy: 'durationBetweenStatuses', dbsMetrics: LEAD, sortBy: 'lead', sortDir: 'asc' }
    expect(await order(parameters)).toBe('WEB-3 WEB-1 WEB-2')
  })

  it.each([
    { columnsBy: 'groupDuration' },
    { columnsBy: 'transitionCount', calendar: '' },
    { columnsBy: 'anyFieldCount', historyFields: 'priority', calendar: '' },
    { columnsBy: 'statusDurationByAssignee' },
  ])('other reports cannot: $columnsBy', parameters =>
    tracker.refuses(
      'aggregation',
      { ...parameters, sortBy: '3', sortDir: 'asc' },
      'sortBy',
      parameters.columnsBy,
      'statusDuration',
    ),
  )

  it('is required with sortDir', () =>
    tracker.refuses('aggregation', { sortDir: 'asc' }, 'sortBy', 'required', 'sortDir'))

  it('an unknown column is rejected', async () => {
    await tracker.refuses('aggregation', { sortBy: '99', sortDir: 'asc' }, 'sortBy', "'99'")
    await tracker.refuses('aggregation', { sortBy: '3', sortDir: 'asc', statuses: '1' }, 'sortBy', "'3'")
    const eve = { columnsBy: 'assigneeDuration', sortBy: 'eve', sortDir: 'asc' }
    await tracker.refuses('aggregation', eve, 'sortBy', "'eve'")
  })

  it('a known status without a column is an empty column', async () => {
    expect(await order({ sortBy: '7', sortDir: 'desc' })).toBe('WEB-1 WEB-2 WEB-3')
  })
})

clause('§2.1', 'sortDir', () => {
  it('asc and desc; empty values are last in both', async () => {
    expect(await order({ sortBy: '3', sortDir: 'asc' })).toBe('WEB-1 WEB-2 WEB-3')
    expect(await order({ sortBy: '3', sortDir: 'DESC' })).toBe('WEB-2 WEB-1 WEB-3')
  })

  it('equal values stay in the order of the groups, in both', async () => {
    const parameters = { columnsBy: 'statusCount', calendar: '', sortBy: '1' }
    expect(await order({ ...parameters, sortDir: 'asc' })).toBe('WEB-1 WEB-2 WEB-3')
    expect(await order({ ...parameters, sortDir: 'desc' })).toBe('WEB-1 WEB-2 WEB-3')
  })

  it('is required with sortBy', () =>
    tracker.refuses('aggregation', { sortBy: '3' }, 'sortDir', 'required', 'sortBy', 'asc or desc'))

  it('is one of the two', () =>
    tracker.refuses('aggregation', { sortBy: '3', sortDir: 'up' }, 'sortDir', "'up'", 'asc or desc'))
})

function filters(...elements: unknown[]): RequestParameters {
  return { filters: JSON.stringify(elements) }
}

const OVER_60 = { column: '3', operator: 'greaterThan', value: '60', unit: 'hour' }

clause('§2.1', 'filters', () => {
  it('keep the rows that meet all conditions', async () => {
    const long = { column: '3', operator: 'greaterThanEquals', value: '60', unit: 'hour' }
    expect(await order(filters(long))).toBe('WEB-1 WEB-2')
    expect(await order(filters(long, { ...OVER_60, operator: 'lessThan', value: '100' }))).toBe('WEB-1')
  })

  it('do not change the number of issues', async () => {
    const body = await tracker.aggregation({ ...BY_ISSUE, ...filters(OVER_60) })
    expect([body.total, body.totalIssueCount]).toEqual([1, 3])
  })

  it('an empty value meets none', async () => {
    expect(await order(filters({ column: '3', operator: 'lessThan', value: '1000', unit: 'day' }))).toBe('WEB-1 WEB-2')
  })

  it('are applied to the aggregated value', async () => {
    const low = { groupByFields: 'priority', aggregationType: 'average' }
    // Low: the mean of 60 and 216 h.
    expect(await order({ ...low, ...filters({ ...OVER_60, operator: 'equals', value: '138' }) })).toBe('Low')
  })

  it('other reports cannot be filtered', () =>
    tracker.refuses(
      'aggregation',
      { columnsBy: 'statusCount', calendar: '', ...filters(OVER_60) },
      'filters',
      'statusCount',
      'statusDuration',
    ))

  it.each(['3 > 60', '{"column":"3"}', '"3"', 'null'])('rejects other values than JSON arrays: %s', text =>
    tracker.refuses('aggregation', { filters: text }, 'filters', text, 'JSON array'),
  )

  it('unknown keys, missing keys and wrong types are named with the index of their element', async () => {
    const parameters = filters(
      OVER_60,
      { ...OVER_60, strict: true },
      { column: 3, operator: 'equals', unit: 'day' },
      'x',
    )
    const [message, ...others] = await tracker.refusal('aggregation', parameters)
    expect(others).toEqual([])
    expect(message!.split('; ')).toHaveLength(4)
    expect(message).toMatch(/element 1.*strict.*element 2.*column.*element 2.*value.*missing.*element 3/)
  })

  it('is not a parameter of lists', async () => {
    const body = await tracker.list({ filters: 'nonsense' })
    expect(body.warnings).toEqual([expect.stringMatching(/^filters /)])
  })
})

clause('§2.1', 'filters column', () => {
  it('is a status or a consolidated column, in any case', async () => {
    const active = { column: 'active', operator: 'equals', value: '72', unit: 'hour' }
    expect(await order({ statuses: CONSOLIDATED, ...filters(active) })).toBe('WEB-1')
  })

  it('an unknown column is rejected, with the index', () =>
    tracker.refuses('aggregation', filters(OVER_60, { ...OVER_60, column: 'Activ' }), 'filters', '1', "'Activ'"))

  it('an unselected column is rejected', () =>
    tracker.refuses('aggregation', { statuses: '1', ...filters(OVER_60) }, 'filters', 'element 0', "'3'"))

  it('a known status without a column here keeps no row', async () => {
    expect(await order(filters({ ...OVER_60, column: '7' }))).toBe('')
  })
})

clause('§2.1', 'filters operator', () => {
  // In Progress: WEB-1 60 h, WEB-2 216 h.
  it.each([
    ['greaterThan', 'WEB-2'],
    ['greaterThanEquals', 'WEB-1 WEB-2'],
    ['equals', 'WEB-1'],
    ['lessThanEquals', 'WEB-1'],
    ['lessThan', ''],
    ['GREATERTHAN', 'WEB-2'],
  ])('%s 60 hours keeps %s', async (operator, kept) => {
    expect(await order(filters({ ...OVER_60, operator }))).toBe(kept)
  })

  it('is one of the five', () =>
    tracker.refuses(
      'aggregation',
      filters({ ...OVER_60, operator: '>' }),
      'filters',
      '0',
      'operator',
      'lessThanEquals',
    ))
})

clause('§2.1', 'filters value', () => {
  const equals = { ...OVER_60, operator: 'equals' }

  it('may have decimals', async () => {
    expect(await order(filters({ ...equals, value: '2.5', unit: 'day' }))).toBe('WEB-1')
  })

  it('is compared exactly', async () => {
    expect(await order(filters({ ...equals, value: '60.0000000000000000001' }))).toBe('')
    expect(await order(filters({ ...equals, operator: 'lessThan', value: '60.0000000000000000001' }))).toBe('WEB-1')
  })

  it('may be a JSON number', async () => {
    expect(await order(filters({ ...equals, value: 60 }))).toBe('WEB-1')
    expect(await order(filters({ ...equals, value: 2.16e5, unit: 'second' }))).toBe('WEB-1')
  })

  it('has at most 30 digits, including the fraction', async () => {
    const digits = '1'.repeat(15)
    expect(await order(filters({ ...equals, operator: 'lessThan', value: `-${digits}.${digits}` }))).toBe('')
    expect(await order(filters({ ...equals, operator: 'lessThan', value: 1e29 }))).toBe('WEB-1 WEB-2')
    for (const value of [`${digits}.${digits}1`, '1'.repeat(31), 1e30])
      await tracker.refuses('aggregation', filters(OVER_60, { ...equals, value }), 'filters', 'element 1', '30')
  })

  it.each(['sixty', '', '60h', '1,5', '0x10'])("rejects other values than numbers: '%s'", value =>
    tracker.refuses('aggregation', filters({ ...equals, value }), 'filters', 'element 0', 'value'),
  )
})

clause('§2.1', 'filters unit', () => {
  it.each([
    ['day', '2.5'],
    ['hour', '60'],
    ['minute', '3600'],
    ['second', '216000'],
    ['HOUR', '60'],
  ])('60 h are in %s: %s', async (unit, value) => {
    expect(await order(filters({ ...OVER_60, operator: 'equals', value, unit }))).toBe('WEB-1')
  })

  it('dayLength sets the length of a day', async () => {
    // WEB-2 was In Progress for 7 working days of 8 h.
    const week = filters({ ...OVER_60, operator: 'equals', value: '7', unit: 'day' })
    expect(await order({ calendar: '0', dayLength: 'businessDays', ...week })).toBe('WEB-2')
    expect(await order({ calendar: '0', dayLength: '24HourDays', ...week })).toBe('')
  })

  it('is one of the four', () =>
    tracker.refuses('aggregation', filters({ ...OVER_60, unit: 'week' }), 'filters', 'element 0', 'unit', 'day'))
})

clause('§8', 'filters entries', () => {
  it('ten are accepted', async () => {
    expect(await order(filters(...Array.from({ length: 10 }, () => OVER_60)))).toBe('WEB-2')
  })
  it('eleven are rejected with their number', async () => {
    const messages = await tracker.refusal('aggregation', filters(...Array.from({ length: 11 }, () => OVER_60)))
    expect(messages).toEqual([saying('filters', '11', 'at most 10')])
  })
})

clause('General', 'percentile', () => {
  // Open: 24 h, 48 h and 12 h; In Progress: 60 h and 216 h.
  const percentiles = { aggregationType: 'percentile', statuses: '3,1' }

  it('is the value that this share of the issues with a value do not exceed', async () => {
    const of = async (percentile: number) => raws(await tracker.aggregation({ ...percentiles, percentile }))
    expect(await of(50)).toEqual([hours(60, 24)])
    expect(await of(51)).toEqual([hours(216, 24)])
    expect(await of(67)).toEqual([hours(216, 48)])
    expect(await of(1)).toEqual([hours(60, 12)])
    expect(await of(100)).toEqual([hours(216, 48)])
  })

  it('is checked next to another aggregate, too', async () => {
    const messages = await tracker.refusal('aggregation', { aggregationType: 'sum', percentile: '850' })
    expect(messages).toEqual([saying('percentile', '850', '1 to 100')])
    expect(await tracker.aggregation({ aggregationType: 'sum', percentile: 85 })).not.toHaveProperty('percentile')
  })

  it('is named in the body', async () => {
    const body = await tracker.aggregation({ ...percentiles, percentile: 85 })
    expect(body).toMatchObject({ isPercentile: true, percentile: 85, isAverage: false, isMedian: false })
    expect(await tracker.aggregation({ aggregationType: 'sum' })).not.toHaveProperty('isPercentile')
  })

  it('has the number of its values, and says whether it is the largest one', async () => {
    const body = await tracker.aggregation({ ...percentiles, percentile: 50, percentiles: '51' })
    const ranks = body.table.body.rows[0]!.valueColumns.map(({ n, isMaximum, percentiles: more }) => [
      [n, isMaximum],
      [more!['51']!.n, more!['51']!.isMaximum],
    ])
    expect(ranks).toEqual([
      [
        [2, false],
        [2, true],
      ],
      [
        [3, false],
        [3, false],
      ],
    ])
  })

  it('sorts and filters rows', async () => {
    const sorted = { ...percentiles, percentile: 85, groupByFields: 'priority', sortBy: '1', sortDir: 'desc' }
    expect(lines(await tracker.aggregation(sorted))).toEqual(['Low 2 | 216.0 48.0', 'High 1 | - 12.0'])
    const filters = JSON.stringify([{ column: '1', operator: 'lessThan', value: '30', unit: 'hour' }])
    expect(lines(await tracker.aggregation({ ...sorted, filters }))).toEqual(['High 1 | - 12.0'])
  })

  it('is required with this aggregate, and a whole number', async () => {
    await tracker.refuses('aggregation', percentiles, 'percentile', 'required', 'from 1 to 100')
    for (const percentile of ['0', '101', '85.5', '85%', '-1', 'p85']) {
      await tracker.refuses(
        'aggregation',
        { ...percentiles, percentile },
        'percentile',
        `'${percentile}'`,
        'from 1 to 100',
      )
    }
  })

  it('has no effect on other aggregates, with a warning', async () => {
    const { warnings } = await tracker.aggregation({ aggregationType: 'sum', percentile: 85 })
    expect(warnings).toEqual(['percentile was ignored: it has no effect on sum.'])
  })
})

clause('General', 'percentiles', () => {
  const median = { aggregationType: 'median', statuses: '1' }

  it('are in each cell, next to any aggregate', async () => {
    const body = await tracker.aggregation({ ...median, percentiles: '85,50,85' })
    const [cell] = body.table.body.rows[0]!.valueColumns
    expect(cell).toEqual({
      id: '1',
      value: '24.0',
      raw: hours(24),
      percentiles: {
        50: { value: '24.0', raw: hours(24), n: 3, isMaximum: false },
        85: { value: '48.0', raw: hours(48), n: 3, isMaximum: true },
      },
    })
  })

  it('are not in empty cells', async () => {
    const body = await tracker.aggregation({ ...median, statuses: '7', percentiles: '50' })
    expect(body.table.body.rows[0]!.valueColumns).toEqual([{ id: '7', value: '-' }])
  })

  it('leave all else as it is', async () => {
    const parameters = { groupByFields: 'priority', averageDenominator: 'rowCount' }
    for (const aggregationType of ['sum', 'average', 'median', 'standardDeviation']) {
      const plain = await tracker.aggregation({ ...parameters, aggregationType })
      const body = await tracker.aggregation({ ...parameters, aggregationType, percentiles: '1,100' })
      const without = JSON.parse(JSON.stringify(body), (key, value) => (key === 'percentiles' ? undefined : value))
      expect(without).toEqual(plain)
    }
  })

  it('are columns of CSV', async () => {
    expect(await tracker.csv('aggregation', { ...median, percentiles: '50,85' })).toBe(
      '"Number Of Issues","Open","Open p50","Open p85"\r\n"3","24.0","24.0","48.0"\r\n',
    )
    const percentile = { ...median, aggregationType: 'percentile', percentile: 95 }
    expect(await tracker.csv('aggregation', percentile)).toBe('"Number Of Issues","Open"\r\n"3","48.0"\r\n')
    expect(await tracker.csv('aggregation', { ...percentile, percentiles: '50' })).toBe(
      '"Number Of Issues","Open p50","Open p95"\r\n"3","24.0","48.0"\r\n',
    )
  })

  it('are at most ten whole numbers', async () => {
    await tracker.refuses('aggregation', { ...median, percentiles: '50,x' }, 'percentiles', "'x'", 'from 1 to 100')
    const eleven = Array.from({ length: 11 }, (_, i) => i + 1).join(',')
    await tracker.refuses('aggregation', { ...median, percentiles: eleven }, 'percentiles', '11', 'at most 10')
  })
})
