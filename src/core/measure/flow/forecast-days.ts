import { MAX_DAYS } from './forecast.ts'

/** The days on which a forecast expects work, counted from the day after asOf, which is 1. */
export interface ForecastDays {
  /** The number of them within the ten years of a forecast. */
  readonly count: number
  /** Returns how many of the first `days` days they are. */
  readonly within: (days: number) => number
  /** Returns the day on which the work of a number of them is done: 0 for none. */
  readonly dayOf: (count: number) => number
}

/** Returns the days on which a forecast expects work: those of ten years that are not off. */
export function forecastDays(isOff: (day: number) => boolean): ForecastDays {
  const worked = [0]
  for (let day = 1; day <= MAX_DAYS; day++) if (!isOff(day)) worked.push(day)
  return {
    count: worked.length - 1,
    within: days => worked.findLastIndex(day => day <= days),
    dayOf: count => worked[count]!,
  }
}
