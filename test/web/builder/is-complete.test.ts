import { describe, expect, it } from 'vitest'
import * as complete from '../../../src/web/builder/is-complete.ts'
import type { Choices } from '../../../src/web/state/choices.ts'
import { catalogue } from './catalogue.ts'

const isComplete = (choices: Choices) => complete.isComplete(choices, catalogue)
const missing = (choices: Choices) => complete.missingChoices(choices, catalogue).map(({ parameter }) => parameter)

const of = { filterType: 'project', projectKey: 'WEB' }
const enough = { ...of, columnsBy: 'statusDuration', aggregationType: 'average', calendar: 'normalHours' }

describe('a report can be requested', () => {
  it('once it is complete', () => {
    expect(isComplete(enough)).toBe(true)
    expect(isComplete({ ...enough, calendar: '0', dayLength: 'businessDays' })).toBe(true)
    expect(isComplete({ ...of, report: 'list', columnsBy: 'statusCount' })).toBe(true)
    expect(isComplete({ ...of, report: 'list', columnsBy: 'lastTransitionFromDate' })).toBe(true)
  })

  it.each(Object.keys(enough))('not without %s', name => {
    expect(isComplete({ ...enough, [name]: '' })).toBe(false)
  })

  it('not without the selector of its filter type', () => {
    expect(isComplete({ ...enough, filterType: 'user' })).toBe(false)
    expect(isComplete({ ...enough, filterType: 'customjql', customjql: '  ' })).toBe(false)
    expect(isComplete({ ...enough, filterType: 'ADVANCED', jqlFilterID: '1' })).toBe(true)
  })

  it('not without the length of a day for a calendar', () => {
    expect(isComplete({ ...enough, calendar: '0' })).toBe(false)
  })

  it('not without required metrics or fields', () => {
    expect(isComplete({ ...enough, columnsBy: 'durationBetweenStatuses' })).toBe(false)
    expect(isComplete({ ...enough, columnsBy: 'anyfieldDuration' })).toBe(false)
    expect(isComplete({ ...enough, columnsBy: 'anyFieldCount', historyFields: 'priority' })).toBe(true)
  })

  it('names all that is missing, in the order of the sections', () => {
    expect(missing({})).toEqual(['projectKey', 'columnsBy'])
    expect(missing({ filterType: 'sprint' })).toEqual(['sprintID', 'columnsBy'])
    expect(missing(of)).toEqual(['columnsBy'])
    expect(missing({ ...of, columnsBy: 'statusDuration' })).toEqual(['aggregationType', 'calendar'])
    expect(missing({ ...enough, columnsBy: 'durationBetweenStatuses', calendar: '' })).toEqual([
      'dbsMetrics',
      'calendar',
    ])
    expect(missing({ ...enough, calendar: '0' })).toEqual(['dayLength'])
    expect(missing({ ...enough, columnsBy: 'nothing', aggregationType: '', calendar: '' })).toEqual(['aggregationType'])
    expect(missing(enough)).toEqual([])
  })

  it('says what to choose', () => {
    expect(complete.missingChoices({ ...enough, calendar: '0' }, catalogue)).toEqual([
      {
        parameter: 'dayLength',
        label: 'Length of a day',
        text: 'Choose the length of a day',
        details: null,
        isMissing: true,
      },
    ])
  })

  it.each(['SHIFTS', 'shifts', 'business hours'])('not without the length of a day for the calendar %s', calendar => {
    expect(missing({ ...enough, calendar })).toEqual(['dayLength'])
  })

  it('with invalid values, so that the server explains them', () => {
    expect(isComplete({ ...enough, filterType: 'nobody' })).toBe(true)
    expect(isComplete({ ...enough, columnsBy: 'nothing' })).toBe(true)
    expect(isComplete({ ...enough, calendar: 'gone' })).toBe(true)
  })
})
