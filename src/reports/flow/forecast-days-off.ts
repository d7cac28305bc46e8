import { type ForecastDays, forecastDays } from '../../core/measure/flow/forecast-days.ts'
import { dateText, daysOff } from '../../core/time/calendar/calendar-days.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { readCalendar } from '../report/read-calendar.ts'

/** Reads the days on which the forecast of a plan expects work. `today` is the number of the day of asOf. */
export async function readForecastDays(
  { forecast: { begin, except } }: Pick<FlowPlan, 'forecast'>,
  { run }: Pick<Snapshot, 'run'>,
  today: number,
): Promise<ForecastDays> {
  const dates = except?.dates ?? []
  const calendar = except?.calendar ? await readCalendar({ calendar: except.calendar }, run) : null
  const isOff = calendar === null ? () => false : daysOff(calendar)
  return forecastDays(day => {
    const number = today + day
    return day < (begin ?? 1) || dates.some(({ from, to }) => from <= number && number <= to) || isOff(number)
  })
}

/** Returns what an answer says about the days without work. */
export function daysOffShown({ forecast: { begin, except } }: Pick<FlowPlan, 'forecast'>, today: number) {
  return {
    begin: begin === null ? null : dateText(today + begin),
    except: except && {
      dates: except.dates.map(({ from, to }) => ({ from: dateText(from), to: dateText(to) })),
      calendar: except.calendar && { id: except.calendar.id, name: except.calendar.name },
    },
  }
}
