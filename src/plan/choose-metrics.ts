import { z } from 'zod'
import type { ReportNames } from '../catalogue/report-names.ts'
import {
  caseInsensitiveEnum,
  distinctName,
  jsonArray,
  jsonElements,
  MAX_ELEMENTS,
  resolved,
  resolvedList,
} from './json-parameter.ts'
import type { Mistakes } from './mistakes.ts'
import type { Metric } from './report-plan.ts'
import type { RequestValues } from './request-values.ts'
import { resolveStatus } from './resolve-names.ts'

/** Reads dbsMetrics. */
export function chooseMetrics(values: RequestValues, catalogue: ReportNames): Metric[] {
  const array = jsonArray(values, 'dbsMetrics')
  if (array.length === 0 && values.text('dbsMetrics') !== undefined && !values.mistakes.has('dbsMetrics')) {
    values.mistakes.add('dbsMetrics', 'has no elements. Allowed: 1 to 10 metrics')
  }
  return jsonElements(values, 'dbsMetrics', array, metricElement(catalogue, values.mistakes), MAX_ELEMENTS)
}

function metricElement(catalogue: ReportNames, mistakes: Mistakes): z.ZodType<Metric> {
  const status = resolved(text => resolveStatus(catalogue, text, mistakes)).transform(({ id }) => id)
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
      excluded: resolvedList(text => resolveStatus(catalogue, text, mistakes)).nullish(),
    })
    .transform(({ name, from = null, to, excluded }) => {
      const ids = new Set((excluded ?? []).map(({ id }) => id))
      return { name, from, to, excluded: [...ids] }
    })
}
