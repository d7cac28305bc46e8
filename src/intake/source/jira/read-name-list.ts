import type { Entity } from '../../../core/history/model.ts'
import { entityIn } from './entity-of-value.ts'
import { textOf } from './json.ts'
import { readList, uniqueness } from './read-list.ts'

type Kind = 'priority' | 'resolution' | 'type'

/**
 * Reads the tracker's list of priorities, resolutions or issue types.
 *
 * Throws UserError IMPORT_LIST_INVALID with all errors. Source: Jira's REST API, "Get priorities", "Get resolutions" and
 * "Get all issue types for user".
 */
export function readNameList<K extends Kind>(
  json: unknown,
  file: string,
  kind: K,
): readonly Extract<Entity, { kind: K }>[] {
  const checkUnique = uniqueness()
  return readList(json, { file, expected: `the tracker's list: [{id, name}, ...]` }, (element, report) => {
    const [id, label] = [textOf(element.id), textOf(element.name)]
    if (id === null) report('has no id')
    if (label === null) report('has no name')
    if (id === null || label === null) return null
    checkUnique(id, report)
    const entity = entityIn(element, kind, { id, label }, '') ?? { kind, id, name: label }
    return entity as Extract<Entity, { kind: K }>
  })
}
