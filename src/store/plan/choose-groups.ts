import { z } from 'zod'
import type { Steps } from '../../core/base/in-slices.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { type AllowedPeriods, type CountedTime, choosePeriod, periodOf } from './choose-period.ts'
import { jsonArray, jsonElements } from './json-parameter.ts'
import type { RequestedEndpoint } from './parameters.ts'
import type { GroupBy, ReportPlan } from './report-plan.ts'
import type { ReportType } from './report-types.ts'
import { quoted, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { resolveGroup } from './resolve-group.ts'

/** What decides which groups a report can have. */
interface GroupChoice {
  readonly requested: RequestedEndpoint
  /** Whether the report is the list of a workbook with aggregations. */
  readonly isInWorkbook: boolean
  readonly type: ReportType | undefined
  readonly time: CountedTime
}

/** Reads groupByFields and inGroup. `hasPeriod` also holds for a period that the list of a workbook ignores. */
export function* chooseGroups(
  values: RequestValues,
  catalogue: ReportNames,
  { requested, isInWorkbook, type, time }: GroupChoice,
): Steps<Pick<ReportPlan, 'groupBy' | 'inGroup'> & { readonly hasPeriod: boolean }> {
  const isList = requested !== 'aggregation'
  const isOfGroup = values.text('inGroup') !== undefined || values.problems.has('inGroup')
  const allowed = !isList || (isInWorkbook && !isOfGroup) ? 'all' : isOfGroup ? 'one' : 'none'
  const all = yield* chooseGroupBy(values, catalogue, allowed, time)
  const hasPeriod = all.some(({ field }) => field === null)
  const kept = isList && !isOfGroup ? withoutPeriod(values, all) : all
  const isOneIssue = requested === 'issue'
  if (isOneIssue && isOfGroup && !hasPeriod) values.warn('inGroup was ignored: the report is about one issue.')
  const inGroup = isOneIssue && !hasPeriod ? null : yield* chooseInGroup(values, 'groupByFields', kept.length)
  const groupBy = choosePeriod(kept, inGroup, { type, isList, zone: time.zone, problems: values.problems })
  // A report of one issue has no other, but it can have a period.
  return { groupBy, inGroup: isOneIssue ? null : inGroup, hasPeriod }
}

/** Reads groupByFields. */
function* chooseGroupBy(
  values: RequestValues,
  catalogue: ReportNames,
  allowed: AllowedPeriods,
  time: CountedTime,
): Steps<GroupBy[]> {
  const items: GroupBy[] = []
  for (const item of yield* values.list('groupByFields')) {
    const found =
      (yield* periodOf(item, catalogue, allowed, time, values.problems)) ??
      resolveGroup(item, catalogue, values.problems)
    if (found instanceof Unresolved) values.problems.add('groupByFields', `${quoted(item)}${found.why}`)
    else items.push(found)
    yield
  }
  // One field in two spellings is one group field.
  const unique = new Map(items.toReversed().map(one => [`${one.unit} ${one.field?.id}`, one]))
  const groupBy = [...unique.values()].toReversed()
  const periods = groupBy.filter(({ field }) => field === null)
  if (periods.length > 1) {
    const found = periods.map(({ item }) => quoted(item)).join(' and ')
    values.problems.add('groupByFields', `has ${periods.length} periods: ${found}. Allowed: at most one`)
  }
  return groupBy
}

/** Removes the period of a list that has the time of all. */
function withoutPeriod(values: RequestValues, groupBy: readonly GroupBy[]): readonly GroupBy[] {
  return groupBy.filter(({ item, field }) => {
    if (field === null) {
      values.warn(`The list ignores ${quoted(item)} in groupByFields: it has the time of all periods.`)
    }
    return field !== null
  })
}

/** Reads inGroup: the values of one group, one for each of the `groups` of another parameter, which is valid. */
export function* chooseInGroup<By extends 'groupByFields' | 'groupBy'>(
  values: RequestValues<'inGroup' | By>,
  by: By,
  groups: number,
): Steps<ReportPlan['inGroup']> {
  if (values.text('inGroup') === undefined) return null
  const array = yield* jsonArray(values, 'inGroup', '. Allowed: ["Bug"], or [null] for no value')
  if (values.problems.has('inGroup')) return null
  const shown = yield* jsonElements(values, 'inGroup', array, () => z.string().nullable())
  if (values.problems.has(by)) return null
  if (groups === 0) values.require(by, ' with inGroup')
  else if (array.length !== groups) {
    const fields = groups === 1 ? '1 field' : `${groups} fields`
    values.problems.add('inGroup', `has ${array.length} elements. Allowed: ${groups}, because ${by} has ${fields}`)
  }
  return shown.map(value => (value === null ? null : [value]))
}
