import { describe, expect, it } from 'vitest'
import { withDayLength } from '../../../src/store/plan/day-length.ts'
import { rawParameters } from '../../support/run-reports.ts'

const lengthIn = (query: string) => withDayLength(rawParameters(query)).find(({ name }) => name === 'dayLength')?.value

describe('the length of a day of a command', () => {
  it('is 24 hours if a duration report with a working calendar shows no days', () => {
    for (const view of ['', '&viewFormat=hours', '&viewformat=HHMMSS', '&viewFormat=minutes&filters=[{"unit":"hour"}]'])
      expect(lengthIn(`columnsBy=statusDuration&calendar=0${view}`)).toBe('24HourDays')
    expect(lengthIn('columnsBy=statusCount&fields=assignee,currentStatusAge&calendar=office')).toBe('24HourDays')
  })

  it('is left to the user if a day has an effect', () => {
    for (const view of [
      'viewFormat=days',
      'viewFormat=DDHHMMSS',
      'viewFormat=humanReadable',
      'filters=[{"unit": "Day"}]',
    ])
      expect(lengthIn(`columnsBy=statusDuration&calendar=0&${view}`)).toBeUndefined()
  })

  it('is not sent without effect, and never twice', () => {
    expect(lengthIn('columnsBy=statusDuration&calendar=normalhours')).toBeUndefined()
    expect(lengthIn('columnsBy=statusDuration')).toBeUndefined()
    expect(lengthIn('columnsBy=statusCount&calendar=0')).toBeUndefined()
    expect(lengthIn('columnsBy=lastTransitionFromStatusDate&calendar=0')).toBeUndefined()
    const chosen = rawParameters('columnsBy=statusDuration&calendar=0&DayLength=businessDays')
    expect(withDayLength(chosen)).toEqual(chosen)
  })
})
