import { describe, expect, it } from 'vitest'
import { toStays } from '../../../../src/core/history/to-stays.ts'
import { changesOf, type Item, readSample, sample } from './sample-issue.ts'

const WHOLE = `As a user, I want to log in once ${'and again '.repeat(25)}`.trim()
const CUT = `${WHOLE.slice(0, 80)}…`

function summaries(present: string | undefined, ...changes: [string, string][]) {
  const entries = changes.map(([from, to]): Item[] => [['summary', null, from, null, to]])
  const issue = readSample(
    sample({ ...(present === undefined ? {} : { summary: present }), updated: '2024-03-05T00:00:00.000Z' }, ...entries),
  )
  const { stays, repairs } = toStays(issue.history, field => issue.multi.has(field))
  return {
    values: stays.filter(({ field }) => field === 'summary').map(({ value }) => value?.label),
    repairs: repairs.map(({ kind }) => kind),
  }
}

describe('a text that the log truncated', () => {
  it('becomes the present text if it is a prefix of it', () => {
    expect(WHOLE.length).toBeGreaterThan(255)
    expect(summaries(WHOLE, ['Log in', CUT])).toEqual({ values: ['Log in', WHOLE], repairs: [] })
  })

  it('may be truncated at 255 characters without an ellipsis', () => {
    expect(summaries(WHOLE, ['Log in', WHOLE.slice(0, 255)])).toEqual({ values: ['Log in', WHOLE], repairs: [] })
  })

  it('is completed on both sides of a change and in several changes', () => {
    expect(summaries(WHOLE, [CUT, 'Log in'], ['Log in', CUT], [CUT, CUT])).toEqual({
      values: [WHOLE, 'Log in', WHOLE],
      repairs: [],
    })
  })
})

describe('a text that differs from the present one', () => {
  it.each([
    ['has another beginning', `${'x'.repeat(80)}…`],
    ['has no sign of a cut', WHOLE.slice(0, 80)],
    ['ends in three full stops', `${WHOLE.slice(0, 80)}...`],
    ['has 254 characters', WHOLE.slice(0, 254)],
  ])('is another value when it %s', (_, logged) => {
    expect(summaries(WHOLE, ['Log in', logged])).toEqual({
      values: ['Log in', logged, WHOLE],
      repairs: ['present-mismatch'],
    })
  })

  it('is another value when the log has a longer complete text', () => {
    const log: [string, string] = ['Loading…', 'Loading of pages takes a minute']
    expect(summaries('Loading of pages takes a minute', log)).toEqual({ values: log, repairs: [] })
  })

  it('is another value when the text without the ellipsis is the present one', () => {
    expect(summaries('Loading', ['Open', 'Loading…'])).toEqual({
      values: ['Open', 'Loading…', 'Loading'],
      repairs: ['present-mismatch'],
    })
  })

  it('stays as it is when the export omits the field', () => {
    expect(summaries(undefined, ['Log in', CUT])).toEqual({ values: ['Log in', CUT], repairs: [] })
  })
})

it('only text values are completed', () => {
  const logged = 'Customers (all of them)…'
  const issue = readSample(
    sample({ resolution: { id: '5', name: 'Customers (all of them) agree' } }, [
      ['resolution', null, '', null, logged],
    ]),
  )
  expect(changesOf(issue)).toEqual([`resolution: - -> ${logged}`])
})
