import type { TimePeriod } from '../../src/core/measure/periods.ts'
import { DAY } from '../../src/core/time/local-time.ts'
import { compareWords, worldField, ZONE } from '../support/tracker-world.ts'
import { type IssueWithStays, presentValues } from './clipped-issue.ts'
import { statusName, userOf } from './expected-columns.ts'
import { wall } from './parameters-of.ts'
import type { OracleRequest } from './requests.ts'

/** A value of a group: its id and its label; `null` for no value. */
export type GroupValue = { readonly id: string; readonly label: string } | null

/** Returns the group of an issue for one item of groupByFields. */
export function groupValue(issue: IssueWithStays, item: string): GroupValue {
  const { history } = issue
  if (item === 'project') return { id: history.project.id, label: history.project.name }
  if (item.startsWith('date:')) return dateValue(issue, item)
  const values = presentValues(issue, item).map(({ id }) => ({ id, label: labelOf(item, id) }))
  if (values.length === 0) return null
  values.sort((a, b) => compareWords(a.label, b.label))
  return { id: values.map(({ id }) => id).join('\n'), label: values.map(({ label }) => label).join(', ') }
}

/** Returns the value of a field in a list: the current values, joined; `null` for none. */
export function shownField(issue: IssueWithStays, field: string): string | null {
  const { summary, created, resolved } = issue.history
  if (field === 'summary') return summary
  if (field === 'created') return wall(created).replace('T', ' ')
  if (field === 'resolutiondate') return resolved === null ? null : wall(resolved).replace('T', ' ')
  return groupValue(issue, field)?.label ?? null
}

function labelOf(field: string, id: string): string {
  if (field === 'status') return statusName(id)
  const { kind, values } = worldField(field)
  return kind === 'user' ? userOf(id).displayName : values.find(value => value.id === id)!.label
}

function dateValue({ history }: IssueWithStays, item: string): GroupValue {
  const [, unit, field] = item.split(':') as [string, keyof typeof units, string]
  const at = { created: history.created, updated: history.updated, resolutiondate: history.resolved }[field]!
  if (at === null) return null
  const label = units[unit](new Date(at + ZONE.offset))
  return { id: label, label }
}

/** Returns the period of a report that groups by it; `null` for others. */
export function periodUnit({ groupBy }: OracleRequest): keyof typeof units | null {
  const item = groupBy.find(isPeriod)
  return item === undefined ? null : (item.toLowerCase().split(':')[1] as keyof typeof units)
}

/** Returns the period that a list shows; `null` for other reports. */
export function listedPeriod(request: OracleRequest): (TimePeriod & { readonly label: string }) | null {
  const { periodAt } = request
  const unit = periodUnit(request)
  if (periodAt === null || unit === null) return null
  // Long enough that the period is complete.
  const around = worldPeriods(unit, periodAt - 400 * DAY, periodAt + 400 * DAY)
  return around.find(({ start, end }) => start <= periodAt && periodAt < end)!
}

/** Returns whether an item of groupByFields is a period. */
export function isPeriod(item: string): boolean {
  return /^period:/i.test(item)
}

/** Returns the periods from one instant to another, day by day. */
export function worldPeriods(
  unit: keyof typeof units,
  from: number,
  to: number,
): (TimePeriod & { readonly label: string })[] {
  const labelAt = (at: number) => units[unit](new Date(at + ZONE.offset))
  const midnight = (at: number) => at - ((at + ZONE.offset) % DAY)
  const periods: (TimePeriod & { readonly label: string })[] = []
  // The first and the last period are incomplete, which nothing notices.
  for (let day = midnight(from); day <= to; day += DAY) {
    const label = labelAt(day)
    const last = periods.at(-1)
    if (last?.label === label) periods[periods.length - 1] = { ...last, end: day + DAY }
    else periods.push({ start: day, end: day + DAY, label })
  }
  return periods
}

const units = {
  year: (date: Date) => date.toISOString().slice(0, 4),
  quarter: (date: Date) => `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
  month: (date: Date) => date.toISOString().slice(0, 7),
  day: (date: Date) => date.toISOString().slice(0, 10),
  week: (date: Date) => {
    // A week belongs to the year of its Thursday.
    const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000)
    const week = 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * 86_400_000))
    return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`
  },
}

/** Compares groups: by label, then by id; no value is last. */
export function compareGroups(a: readonly GroupValue[], b: readonly GroupValue[]): number {
  for (const [i, one] of a.entries()) {
    const other = b[i]!
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1
    } else if (one.id !== other.id) return compareWords(one.label, other.label) || (one.id < other.id ? -1 : 1)
  }
  return 0
}
