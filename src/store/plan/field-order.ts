import type { JqlCatalogue } from '../../core/catalogue/jql-catalogue.ts'
import type { DictionaryKind } from '../../core/fields/field.ts'
import type { BoundField } from '../../core/jql/bound-query.ts'
import type { IssueOrder } from './report-plan.ts'

const RANKED: readonly string[] = ['status', 'type', 'priority', 'resolution', 'version', 'sprint', 'component']

/** Returns the order of a field's values: that of the tracker. The highest priority is last in ascending order. */
export function orderOf<Field extends BoundField>(
  field: Field,
  descending: boolean,
  jql: JqlCatalogue,
): IssueOrder<Field> {
  const isRanked = RANKED.includes(field.kind)
  const ids = isRanked ? jql.entries(field.kind as DictionaryKind).map(({ id }) => id) : null
  return { field, descending, ranks: field.kind === 'priority' ? (ids?.toReversed() ?? null) : ids }
}
