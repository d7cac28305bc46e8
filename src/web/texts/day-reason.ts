import { texts } from './en.ts'

const { days } = texts

/**
 * Returns why a day has its working time, for people: `Holiday: Christmas Day`. `reason` is that of the server: `working
 * day`, `not a working day`, `holiday NAME` or `exception NAME`. `isOff` says whether the day has no working time.
 */
export function dayReason(reason: string, isOff: boolean): string {
  const [, kind, name = ''] = /^(holiday|exception)(?: (.*))?$/.exec(reason) ?? []
  if (kind === 'holiday') return days.holiday(name)
  if (kind === 'exception') return isOff ? days.off(name) : days.exception(name)
  return isOff ? days.off('') : days.working
}
