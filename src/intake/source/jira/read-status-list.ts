import type { Entity } from '../../../core/history/model.ts'
import { objectOf, textOf } from './json.ts'
import { readList, uniqueness } from './read-list.ts'

const EXPECTED = "the tracker's statuses: [{id, name, statusCategory: {key}}, ...]"

/** The status categories in the format of one endpoint of Jira Cloud. */
const CATEGORY_KEYS: ReadonlyMap<string, string> = new Map([
  ['TODO', 'new'],
  ['IN_PROGRESS', 'indeterminate'],
  ['DONE', 'done'],
])

/**
 * Reads the tracker's list of statuses, in its order.
 *
 * Throws UserError IMPORT_LIST_INVALID with all errors. Source: Jira's REST API, "Get all statuses" and, on Cloud,
 * "Search statuses paginated".
 */
export function readStatusList(json: unknown, file: string): readonly Extract<Entity, { kind: 'status' }>[] {
  const checkUnique = uniqueness()
  return readList(json, { file, expected: EXPECTED }, (status, report) => {
    const id = textOf(status.id)
    const name = textOf(status.name)
    if (id === null) report('has no id')
    if (name === null) report('has no name')
    if (Array.isArray(status.statuses)) report('is an issue type with its statuses, not a status')
    if (id === null || name === null) return null
    checkUnique(id, report)
    const category = textOf(objectOf(status.statusCategory)?.key ?? status.statusCategory)
    return { kind: 'status', id, name, category: category === null ? null : (CATEGORY_KEYS.get(category) ?? category) }
  })
}
