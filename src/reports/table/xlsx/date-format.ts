import type { DateField, DatePattern } from '../../../core/time/date-pattern.ts'
import { localePrefix } from './locale-codes.ts'

/** The format of dates whose pattern has no equivalent. */
export const PLAIN_DATE_FORMAT = 'yyyy-mm-dd'
/** The format of dates with times whose pattern has no equivalent. */
export const PLAIN_DATE_TIME_FORMAT = 'yyyy-mm-dd hh:mm'

/** The maximum length of a number format. */
const MAX_FORMAT_LENGTH = 255

/**
 * Translates a date pattern into a number format of spreadsheets, with the names of `locale`. Returns `null` if there is
 * no equivalent: for weeks, eras, zones and some numbers of digits.
 *
 * Source: ECMA-376 Part 1, 18.8.30 and 18.8.31.
 */
export function dateNumberFormat({ parts }: DatePattern, locale: string): string | null {
  const fields = parts.filter(part => typeof part !== 'string')
  if (fields.length === 0) return null
  let format = localePrefix(locale)
  for (const [i, part] of parts.entries()) {
    const code = typeof part === 'string' ? literal(part, parts[i + 1]) : fieldCode(part, fields, parts[i - 1])
    if (code === null) return null
    format += code
  }
  return format.length <= MAX_FORMAT_LENGTH ? format : null
}

type Part = DatePattern['parts'][number]

/** Returns a text in quotes. The point before decimal seconds belongs to their code. */
function literal(text: string, next: Part | undefined): string {
  const isBeforeFraction = typeof next === 'object' && next.letter === 'S' && text.endsWith('.')
  const quoted = (isBeforeFraction ? text.slice(0, -1) : text).split('"').map(part => (part === '' ? '' : `"${part}"`))
  return quoted.join('\\"')
}

function fieldCode(field: DateField, fields: readonly DateField[], previous: Part | undefined): string | null {
  const { letter, count } = field
  const index = fields.indexOf(field)
  const [before, after] = [fields[index - 1]?.letter ?? '', fields[index + 1]?.letter ?? '']
  const isTimed = /[Hh]/.test(before) || after === 's'
  const hasPeriod = fields.some(one => one.letter === 'a')
  switch (letter) {
    case 'y':
      return count === 2 ? 'yy' : count <= 4 ? 'yyyy' : null
    case 'M':
    case 'L':
      // Spreadsheets read m next to hours or seconds as minutes.
      return isTimed && count <= 2 ? null : 'm'.repeat(Math.min(count, 4))
    case 'd':
      return count <= 2 ? 'd'.repeat(count) : null
    case 'E':
      return count > 3 ? 'dddd' : 'ddd'
    case 'm':
      return isTimed && count <= 2 ? 'm'.repeat(count) : null
    case 's':
      return count <= 2 ? 's'.repeat(count) : null
    case 'H':
      return count <= 2 && !hasPeriod ? 'h'.repeat(count) : null
    case 'h':
      return count <= 2 && hasPeriod ? 'h'.repeat(count) : null
    case 'a':
      return fields.some(one => one.letter === 'h') ? 'AM/PM' : null
    case 'S':
      return count === 3 && before === 's' && typeof previous === 'string' && previous.endsWith('.') ? '.000' : null
    default:
      return null
  }
}
