import { allHours, type Clock } from '../../core/measure/clock.ts'
import type { CalendarDefinition } from '../../core/time/calendar/working-calendar.ts'
import { workingClock } from '../../core/time/calendar/working-time.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { readCalendarDefinition } from '../../store/rows/calendars.ts'
import { calendarOf } from '../calendars/working-calendars.ts'

/** Reads the definition of the calendar of a plan; `null` for 24/7. */
export async function readCalendar(
  { calendar: { buckets } }: Pick<ReportPlan, 'calendar'>,
  run: Run,
): Promise<CalendarDefinition | null> {
  return buckets === null ? null : calendarOf(await readCalendarDefinition(run, buckets.version))
}

/** Reads the clock of the calendar of a plan. */
export async function readClock(plan: Pick<ReportPlan, 'calendar'>, run: Run): Promise<Clock> {
  const calendar = await readCalendar(plan, run)
  return calendar === null ? allHours : workingClock(calendar)
}
