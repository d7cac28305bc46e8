import { describe, expect, it } from 'vitest'
import { backToAsked, goesBackByItself, lastWeeks } from '../../../src/web/team/last-weeks.ts'

const LAST = '2014-08-18T09:30:00.000Z'
const from = '2026-01-05T00:00:00.000Z'
const workflow = { canMeasure: true }
const ended = { workflow, from, data: { lastFinish: LAST, lastChange: LAST }, trend: { finished: 0 } }
const running = { workflow, from, data: { lastFinish: LAST, lastChange: LAST }, trend: { finished: 3 } }
const never = { workflow, from, data: { lastFinish: null, lastChange: LAST }, trend: { finished: 0 } }

describe('the last weeks with finished issues', () => {
  it('are shown as of the last finish, and the address keeps what was asked for', () => {
    expect(lastWeeks({}, ended)).toEqual({ asOf: LAST, 'view.asked': 'now' })
    expect(lastWeeks({ asOf: '2026-06-01' }, ended)).toEqual({ asOf: LAST, 'view.asked': '2026-06-01' })
    expect(lastWeeks({ from: 'startOfWeek(-3)' }, ended)).toEqual({ asOf: LAST, 'view.asked': 'now' })
  })

  it('replace dates that the user chose', () => {
    const dates = { from: '2025-01-01', to: '2025-02-01' }
    expect(lastWeeks(dates, ended)).toEqual({ asOf: LAST, 'view.asked': 'now', from: null, to: null })
    expect(goesBackByItself(dates, ended)).toBe(false)
  })

  it('are not needed if the period has some, and do not exist if none ever finished', () => {
    expect(lastWeeks({}, running)).toBeNull()
    expect(lastWeeks({}, never)).toBeNull()
    expect([running, never].map(answer => goesBackByItself({}, answer))).toEqual([false, false])
  })

  it('are shown by themselves only once, so that the way back stays open', () => {
    expect(goesBackByItself({}, ended)).toBe(true)
    const shown = { asOf: LAST, 'view.asked': 'now' }
    expect(backToAsked(shown)).toEqual({ asOf: null })
    expect(goesBackByItself({ 'view.asked': 'now' }, ended)).toBe(false)
    expect(lastWeeks({ 'view.asked': 'now' }, ended)).toEqual(shown)
  })

  it('are not shown by themselves if anything changed in the period: it would hide what is in progress', () => {
    const changed = (lastChange: string) => ({ ...ended, data: { lastFinish: LAST, lastChange } })
    expect(goesBackByItself({}, changed('2026-01-04T23:59:59.999Z'))).toBe(true)
    expect(goesBackByItself({}, changed(from))).toBe(false)
    expect(lastWeeks({}, changed(from))).toEqual({ asOf: LAST, 'view.asked': 'now' })
  })

  it('are not shown by themselves before a workflow says which statuses are finished', () => {
    expect(goesBackByItself({}, { ...ended, workflow: { canMeasure: false } })).toBe(false)
  })

  it('lead back to the date that the user asked for, and to nothing once it is shown', () => {
    expect(backToAsked({ asOf: LAST, 'view.asked': '2026-06-01' })).toEqual({ asOf: '2026-06-01' })
    expect(backToAsked({ asOf: '2026-06-01', 'view.asked': '2026-06-01' })).toBeNull()
    expect(backToAsked({ 'view.asked': 'now' })).toBeNull()
    expect(backToAsked({ asOf: '2026-06-01' })).toBeNull()
  })
})
