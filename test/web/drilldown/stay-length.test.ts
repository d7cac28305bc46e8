import { describe, expect, it } from 'vitest'
import { stayLength } from '../../../src/web/drilldown/stay-length.ts'

const HOUR = 3_600_000
const stay = {
  id: '3',
  name: 'Code Review',
  category: 'indeterminate',
  by: null,
  entered: 0,
  left: 77 * HOUR,
  raw: 27.2 * HOUR,
  value: '3.4',
}

describe('the length of a stay', () => {
  it('is the counted time of the report, with the elapsed time', () => {
    const format = { kind: 'duration', viewFormat: 'days', dayLength: 'businessDays', calendar: '0' } as const
    expect(stayLength(stay, 77 * HOUR, format)).toEqual({ counted: '3.4 working days', elapsed: '3 d 5 h' })
  })

  it('is the elapsed time if all time counts; an ongoing stay lasts until the end', () => {
    const format = { kind: 'duration', viewFormat: 'days', dayLength: undefined, calendar: 'normalHours' } as const
    expect(stayLength({ ...stay, left: null }, 5 * HOUR, format)).toEqual({ counted: '5 h', elapsed: null })
  })
})
