import { expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/base/in-slices.ts'
import { defaultCalendar } from '../../../../src/core/time/calendar/default-calendar.ts'
import { parseCalendar } from '../../../../src/core/time/calendar/parse-calendar.ts'
import { printCalendar } from '../../../../src/core/time/calendar/print-calendar.ts'
import { hours } from './notation.ts'

it('the default business calendar is 0: Monday to Friday 09:00-17:00 in the given zone', () => {
  const on = defaultCalendar({ name: 'Asia/Kathmandu' })
  expect(on.id).toBe('0')
  expect(hours(on, '2024-03-04T03:15Z', '2024-03-04T11:15Z')).toBe(8)
  expect(hours(on, '2024-03-01 16:00', '2024-03-06 16:00')).toBe(24)
})

it('the default business calendar can be written to a file and read back', () => {
  const { id, ...definition } = defaultCalendar({ name: 'UTC' })
  expect(atOnce(parseCalendar(printCalendar(definition)))).toEqual({ calendar: definition })
})
