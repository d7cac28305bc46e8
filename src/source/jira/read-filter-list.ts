import { UserError } from '../../base/errors.ts'
import { listOf, objectOf, textOf } from './json.ts'

/** A saved query as its tracker tells it. */
export interface ListedFilter {
  readonly id: string
  readonly name: string
  readonly jql: string
  /** The login of the person who owns it, or the account id or key where there is none; `null` for nobody. */
  readonly owner: string | null
}

/**
 * The saved queries of a file: an array of `{id, name, jql, owner}` as Jira's REST API gives them, a page `{values: [...]}` of
 * them, or one of them.
 *
 * Throws FILTER_INVALID with all mistakes. Source: Jira's REST API, "Filters".
 */
export function readFilterList(json: unknown, file: string): ListedFilter[] {
  const elements = listOf(json) ?? listOf(objectOf(json)?.values) ?? (objectOf(json) ? [json] : null)
  if (!elements) throw new UserError('FILTER_INVALID', { file, mistakes: ['it is no array of saved queries'] })
  const mistakes: string[] = []
  const filters = elements.flatMap((element, index) => {
    const filter = objectOf(element)
    const [id, name, jql] = [textOf(filter?.id), textOf(filter?.name), textOf(filter?.jql)]
    const missing = Object.entries({ id, name, jql }).filter(([, value]) => value === null)
    for (const [key] of missing) mistakes.push(`element ${index} has no ${key}`)
    return id !== null && name !== null && jql !== null ? [{ id, name, jql, owner: ownerOf(filter?.owner) }] : []
  })
  if (mistakes.length > 0) throw new UserError('FILTER_INVALID', { file, mistakes })
  return filters
}

/** Server and Data Center tell a login, Cloud an account id. */
function ownerOf(owner: unknown): string | null {
  const { name, accountId, key } = objectOf(owner) ?? {}
  return textOf(name) ?? textOf(accountId) ?? textOf(key)
}
