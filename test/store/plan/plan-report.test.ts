import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUserError } from '../../../src/core/base/errors.ts'
import { isOf, type Parameter, parameters } from '../../../src/store/plan/parameters.ts'
import { runs } from '../../support/sampling.ts'
import { NEEDED, NOW, planned, raw, type Sent } from './sample.ts'

/** Parameters with an invalid value each; none of them changes the meaning of another. */
const INVALID: Sent = {
  asOf: 'soon',
  averageDenominator: 'some',
  groupByFields: 'nowhere',
  multiVisitBehavior: 'second',
  outputType: 'xml',
  statuses: '99',
  timeZone: 'Mars/Olympus',
  viewFormat: 'years',
}

/** Returns the errors of a request; empty if it is valid. */
function errorsOf(sent: Sent): readonly string[] {
  try {
    planned('aggregation', raw(sent))
    return []
  } catch (error) {
    if (!isUserError(error) || error.code !== 'REPORT_INVALID') throw error
    return (error.parameters as { readonly messages: readonly string[] }).messages
  }
}

describe('an invalid request', () => {
  const names = Object.keys(INVALID)

  it.each(names)('has one error for %s, with its value', name => {
    const [message, ...others] = errorsOf({ ...NEEDED, aggregationType: 'sum', [name]: INVALID[name]! })
    expect(message).toContain(`ERROR: ${name} '${INVALID[name]}'`)
    expect(others).toEqual([])
  })

  it('reports the errors of all its parameters at once, in the order of the contract', () => {
    const order = parameters.map(({ name }): string => name)
    fc.assert(
      fc.property(fc.shuffledSubarray(names), chosen => {
        const alone = chosen
          .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
          .flatMap(name => errorsOf({ ...NEEDED, aggregationType: 'sum', [name]: INVALID[name]! }))
        const sent = {
          ...NEEDED,
          aggregationType: 'sum',
          ...Object.fromEntries(chosen.map(name => [name, INVALID[name]!])),
        }
        expect(errorsOf(sent)).toEqual(alone)
      }),
      runs(50),
    )
  })
})

describe('a plan', () => {
  const valid: Sent = {
    ...NEEDED,
    aggregationType: 'median',
    groupByFields: 'project,issuetype',
    statuses: '3,1',
    multiVisitBehavior: 'first',
    trimHistoryStartDate: '2025-03-01',
    viewFormat: 'hours',
  }

  it('does not depend on the order of the parameters, or the case of their names', () => {
    const expected = planned('aggregation', raw(valid))
    fc.assert(
      fc.property(
        fc.shuffledSubarray(raw(valid), { minLength: Object.keys(valid).length }),
        fc.boolean(),
        (all, upper) => {
          const sent = all.map(one => ({ ...one, name: upper ? one.name.toUpperCase() : one.name }))
          expect(planned('aggregation', sent)).toEqual(expected)
        },
      ),
      runs(50),
    )
  })

  // The default of asOf is the time of the request.
  const defaults = (parameters as readonly Parameter[]).filter(({ fallback, values }) => values?.includes(fallback))

  it.each(['aggregation', 'list'] as const)('of the %s is the same with its defaults given', endpoint => {
    const needed = endpoint === 'list' ? NEEDED : { ...NEEDED, aggregationType: 'average' }
    const sent = Object.fromEntries(
      defaults.filter(one => isOf(one, endpoint)).map(({ name, fallback }) => [name, fallback]),
    )
    expect(Object.keys(sent).length).toBeGreaterThan(2)
    const { warnings: _, ...plan } = planned(endpoint, raw({ ...needed, ...sent }))
    expect(plan).toEqual({ ...planned(endpoint, raw(needed)), warnings: undefined } satisfies object)
  })

  it('ends its window at asOf', () => {
    expect(planned('list', raw(NEEDED)).asOf).toBe(NOW)
    const { asOf, window } = planned('list', raw({ ...NEEDED, asOf: '2025-12-31T00:00:00Z' }))
    expect(asOf).toBe(Date.parse('2025-12-31T00:00:00Z'))
    expect(window.end).toBe(asOf)
  })

  it('keeps the order of the statuses that were requested', () => {
    const { statusColumns } = planned('list', raw({ ...NEEDED, statuses: '3,1' }))
    expect(statusColumns?.map(({ id }) => id)).toEqual(['3', '1'])
  })

  it('warns about parameters without effect', () => {
    const { warnings } = planned(
      'list',
      raw({ ...NEEDED, columnsBy: 'statusCount', viewFormat: 'days', nonsense: '1' }),
    )
    expect(warnings.some(text => text.includes("Unknown parameter 'nonsense'"))).toBe(true)
  })
})
