import { calendarOf } from '../calendars/working-calendars.ts'
import { allHours, type Clock } from '../measure/clock.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { readCalendarDefinition } from '../store/calendars.ts'
import type { Run } from '../store/run-query.ts'
import type { CalendarDefinition } from '../time/calendar/working-calendar.ts'
import { workingClock } from '../time/calendar/working-time.ts'

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
