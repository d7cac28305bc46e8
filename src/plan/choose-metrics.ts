import { z } from 'zod'
import type { ReportNames } from '../catalogue/report-names.ts'
import type { Metric } from '../measure/duration-between-statuses.ts'
import {
  caseInsensitiveEnum,
  distinctName,
  jsonArray,
  jsonElements,
  MAX_ELEMENTS,
  resolved,
  resolvedList,
} from './json-parameter.ts'
import type { Problems } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { resolveStatus } from './resolve-names.ts'

/** Reads dbsMetrics. */
export function chooseMetrics(values: RequestValues, catalogue: ReportNames): Metric[] {
  const array = jsonArray(values, 'dbsMetrics')
  if (array.length === 0 && values.text('dbsMetrics') !== undefined && !values.problems.has('dbsMetrics')) {
    values.problems.add('dbsMetrics', 'has no elements. Allowed: 1 to 10 metrics')
  }
  return jsonElements(values, 'dbsMetrics', array, metricElement(catalogue, values.problems), MAX_ELEMENTS)
}

function metricElement(catalogue: ReportNames, problems: Problems): z.ZodType<Metric> {
  const status = resolved(text => resolveStatus(catalogue, text, problems)).transform(({ id }) => id)
  const end = z
    .strictObject({ id: status, order: caseInsensitiveEnum(['first', 'last']).optional() })
    .transform(({ id, order = 'first' }) => ({ status: id, order }))
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
