import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import type { BoundSort } from '../bound-query.ts'
import { fieldNames, findFields } from '../fields/find-fields.ts'
import { defaultDirection } from '../fields/operators.ts'
import { queryFields } from '../fields/query-fields.ts'
import type { JqlSort } from '../query-tree.ts'
import { boundField } from './conditions.ts'
import { nearTo, report, type Scope } from './scope.ts'
import { fieldName } from './shape-problem.ts'

/** Binds the sort keys, each with a direction, followed by the key, newest first, so that the order is total. */
export function bindSorts(sorts: readonly JqlSort[], scope: Scope): BoundSort[] {
  const bound = firstOfEach(sorts.flatMap(sort => bindSort(sort, scope) ?? []))
  return bound.some(({ field }) => field.kind === 'key') ? bound : [...bound, { field: KEY, direction: 'DESC' }]
}

/** Returns the first sort key of each field: a later one has no effect. */
function firstOfEach(sorts: readonly BoundSort[]): BoundSort[] {
  const included = new Set<string>()
  return sorts.filter(({ field: { id } }) => !included.has(id) && included.add(id))
}

const KEY = boundField(queryFields.find(({ kind }) => kind === 'key')!)

function bindSort(sort: JqlSort, scope: Scope): BoundSort | null {
  const { fields, reason } = findFields(sort.field, scope.context.catalogue)
  const [field] = fields
  if (field && canSort(field))
    return { field: boundField(field), direction: sort.direction ?? defaultDirection(field.kind) }
  const name = fieldName(sort)
  const near = field || reason !== null ? [] : nearTo(scope, name, fieldNames(scope.context.catalogue))
  return report(scope, sort.field.span, 'JQL_SORT_UNSUPPORTED', { field: name, near, reason })
}

function canSort({ id, kind }: JqlField): boolean {
  return kind !== 'allText' && kind !== 'filter' && kind !== 'statusCategory' && id !== 'parent'
}
