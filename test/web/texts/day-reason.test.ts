import { expect, it } from 'vitest'
import { dayReason } from '../../../src/web/texts/day-reason.ts'

it.each([
  ['working day', false, 'Working day'],
  ['not a working day', true, 'Day off'],
  ['holiday Christmas Day', true, 'Holiday: Christmas Day'],
  ['holiday', true, 'Holiday'],
  ['exception Half day', false, 'Exception: Half day'],
  ['exception', false, 'Exception'],
  ['exception Bridge day', true, 'Day off: Bridge day'],
  ['exception', true, 'Day off'],
])('the day "%s" (off: %s) is "%s"', (reason, isOff, shown) => expect(dayReason(reason, isOff)).toBe(shown))
