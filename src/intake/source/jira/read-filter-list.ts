import { UserError } from '../../../core/base/errors.ts'
import type { ListedQuery } from '../source.ts'
import { listOf, objectOf, textOf } from './json.ts'

/**
 * Reads the saved filters of a file: an array of `{id, name, jql, owner}` as in Jira's REST API, a page `{values:
 * [...]}`, or a single filter.
 *
 * Throws FILTER_INVALID with all errors. Source: Jira's REST API, "Filters".
 */
export function readFilterList(json: unknown, file: string): ListedQuery[] {
  const elements = listOf(json) ?? listOf(objectOf(json)?.values) ?? (objectOf(json) ? [json] : null)
  if (!elements) throw new UserError('FILTER_INVALID', { file, problems: ['it is no array of saved queries'] })
  const problems: string[] = []
  const filters = elements.flatMap((element, index) => {
    const filter = objectOf(element)
    const [id, name, jql] = [textOf(filter?.id), textOf(filter?.name), textOf(filter?.jql)]
    const missing = Object.entries({ id, name, jql }).filter(([, value]) => value === null)
    for (const [key] of missing) problems.push(`element ${index} has no ${key}`)
    return id !== null && name !== null && jql !== null ? [{ id, name, jql, owner: ownerOf(filter?.owner) }] : []
  })
  if (problems.length > 0) throw new UserError('FILTER_INVALID', { file, problems })
  return filters
}

/** Returns the owner: Server and Data Center send a login, Cloud an account id. */
function ownerOf(owner: unknown): string | null {
  const { name, accountId, key } = objectOf(owner) ?? {}
  return textOf(name) ?? textOf(accountId) ?? textOf(key)
}
