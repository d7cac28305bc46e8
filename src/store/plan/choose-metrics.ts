import { z } from 'zod'
import type { Steps } from '../../core/base/in-slices.ts'
import { isObject } from '../../core/base/is-object.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { Metric, MetricEnd } from '../../core/measure/metric.ts'
import { caseInsensitiveEnum, distinctName, jsonArray, jsonElements, resolved, resolvedList } from './json-parameter.ts'
import { MAX_ELEMENTS } from './list-limits.ts'
import type { Problems } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { resolveStatus } from './resolve-names.ts'

/** Reads dbsMetrics. */
export function* chooseMetrics(values: RequestValues, catalogue: ReportNames): Steps<Metric[]> {
  const array = yield* jsonArray(values, 'dbsMetrics')
  if (array.length === 0 && values.text('dbsMetrics') !== undefined && !values.problems.has('dbsMetrics')) {
    values.problems.add('dbsMetrics', 'has no elements. Allowed: 1 to 10 metrics')
  }
  return yield* jsonElements(values, 'dbsMetrics', array, () => metricElement(catalogue, values.problems), MAX_ELEMENTS)
}

function metricElement(catalogue: ReportNames, problems: Problems): z.ZodType<Metric> {
  const end = metricEnd(catalogue, problems)
  return z
    .strictObject({
      name: z
        .string()
        .regex(/^[\p{L}\p{N}\p{M} ]*$/u, 'is not a name. Allowed: letters, digits and blanks')
        .pipe(resolved(distinctName('is given twice'))),
      from: end.nullish(),
      to: end,
      excluded: resolvedList(text => resolveStatus(catalogue, text, problems)).nullish(),
    })
    .transform(({ name, from = null, to, excluded }) => {
      const ids = new Set((excluded ?? []).map(({ id }) => id))
      return { name, from, to, excluded: [...ids] }
    })
}

/** The ways to name the statuses of an end. The contract has `id`; the others are ours. */
const WAYS = ['id', 'ids', 'category'] as const

/** The categories of statuses, as the tracker names them. */
const CATEGORIES = ['new', 'indeterminate', 'done'] as const

function metricEnd(catalogue: ReportNames, problems: Problems): z.ZodType<MetricEnd> {
  const read = (text: string) => resolveStatus(catalogue, text, problems)
  const ofCategory = caseInsensitiveEnum(CATEGORIES).transform((category, context): readonly string[] => {
    const ids = catalogue.statuses.filter(status => status.category === category).map(({ id }) => id)
    if (ids.length > 0) return ids
    context.addIssue({ code: 'custom', message: 'has no statuses' })
    return z.NEVER
  })
  const statuses = z
    .strictObject({
      id: resolved(read)
        .transform(({ id }) => [id])
        .optional(),
      ids: resolvedList(read)
        .transform(found => [...new Set(found.map(({ id }) => id))])
        .refine(ids => ids.length > 0, 'is empty. Allowed: at least one status')
        .optional(),
      category: ofCategory.optional(),
      order: caseInsensitiveEnum(['first', 'last']).optional(),
    })
    .transform(({ id, ids, category, order = 'first' }) => ({ statuses: id ?? ids ?? category ?? [], order }))
  // A check of the object itself would wait until each of its keys is right.
  return z.unknown().transform((sent, context): MetricEnd => {
    const read = statuses.safeParse(sent)
    const issues = [...(isObject(sent) ? wrongWays(sent) : []), ...(read.error?.issues ?? [])]
    for (const issue of issues) context.issues.push({ ...issue, input: sent } as z.core.$ZodRawIssue)
    return read.success ? read.data : z.NEVER
  })
}

/** Returns an error if an end does not name its statuses, and for each way beyond the first. */
function wrongWays(sent: object) {
  const given = WAYS.filter(name => Object.hasOwn(sent, name))
  const wrong = (path: string[], why: string) => ({
    code: 'custom' as const,
    path,
    message: `${why}. Allowed: one of ${WAYS.join(', ')}`,
  })
  if (given.length === 0) return [wrong([], 'names no statuses')]
  return given.slice(1).map(name => wrong([name], `is sent with ${given[0]}`))
}
