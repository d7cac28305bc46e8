import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDate, isPatternProblem, parseDatePattern } from '../../../src/core/time/date-pattern.ts'
import { localeWeeks } from '../../../src/core/time/week.ts'
import { parseZone } from '../../../src/core/time/zone.ts'

/** The output of Java: for each locale and pattern, a text for each date. */
interface Written {
  readonly zone: string
  readonly dates: readonly string[]
  readonly written: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

interface JavaDates {
  /** Regions by the first day of their weeks, 1 for Monday, and the minimal days of the first week. */
  readonly regions: Readonly<Record<string, string>>
  readonly weeks: Written
  readonly patterns: Written
}

const java = JSON.parse(readFileSync(new URL('java-dates.json', import.meta.url), 'utf8')) as JavaDates

/** Returns our output, in the same shape. */
function ours({ zone: name, dates, written }: Written): Written['written'] {
  const zone = parseZone(name)!
  const mapped = <T, U>(object: Readonly<Record<string, T>>, map: (key: string) => U) =>
    Object.fromEntries(Object.keys(object).map(key => [key, map(key)]))
  return mapped(written, locale =>
    mapped(written[locale]!, pattern => {
      const read = parseDatePattern(pattern)
      if (isPatternProblem(read)) throw new Error(`${pattern}: ${read.problem}`)
      return dates.map(date => formatDate(Date.parse(date), zone, read, locale))
    }),
  )
}

describe('dates as Java 17 writes them', () => {
  it('have the same weeks in every locale', () => expect(ours(java.weeks)).toEqual(java.weeks.written))

  it('have the same texts for every pattern', () => expect(ours(java.patterns)).toEqual(java.patterns.written))

  it('have the same weeks in every region', () => {
    for (const [rule, regions] of Object.entries(java.regions)) {
      const [firstDay, minimalDays] = rule.split(' ').map(Number)
      for (const region of regions.split(' ')) {
        expect({ region, ...localeWeeks(`en-${region}`) }).toEqual({ region, firstDay, minimalDays })
      }
    }
  })
})
