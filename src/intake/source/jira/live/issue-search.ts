import { type Instant, parseInstant } from '../../../../core/time/instant.ts'
import { countOf, type JsonObject, listOf, objectOf, textOf } from '../json.ts'
import { JiraError } from './jira-error.ts'
import type { Session } from './session.ts'

/** One page of a search. */
export type FoundPage = Readonly<ReturnType<typeof readPage>>

/** The query of a search. */
export interface SearchQuery {
  readonly jql: string
  readonly fields: readonly string[]
  readonly maxResults: number
  /** The offset of the page; only on Data Center. */
  readonly startAt?: number
  /** The token of the page; only on Cloud. */
  readonly token?: string | null
  readonly expand?: string
  /** Whether values that do not exist are ignored instead of rejected; only on Data Center. */
  readonly isLenient?: boolean
}

/** Sends one search, and reads its page. */
export type Search = (query: SearchQuery, options?: { readonly tries?: number }) => Promise<FoundPage>

/** Returns the search of Jira Cloud, with tokens. */
export function cloudSearch(session: Session): Search {
  return async ({ jql, fields, maxResults, token = null, expand }, options) => {
    const body = {
      jql,
      fields,
      maxResults,
      ...(token === null ? {} : { nextPageToken: token }),
      ...(expand === undefined ? {} : { expand }),
    }
    return readPage(await session.post('/search/jql', body, options), 'POST /rest/api/3/search/jql')
  }
}

/** Returns the search of Data Center, with offsets. */
export function serverSearch(session: Session): Search {
  return async ({ jql, fields, maxResults, startAt = 0, expand, isLenient }, options) => {
    const query = {
      jql,
      startAt,
      maxResults,
      ...(fields.length === 0 ? {} : { fields: fields.join(',') }),
      ...(expand === undefined ? {} : { expand }),
      ...(isLenient ? { validateQuery: false } : {}),
    }
    return readPage(await session.get('/search', query, options), 'GET /rest/api/2/search')
  }
}

/** Returns the query for the issues with these ids. */
export function anyOf(ids: readonly string[]): string {
  return `id in (${ids.map(id => (/^\d+$/.test(id) ? id : `"${id.replace(/["\\]/g, '\\$&')}"`)).join(', ')})`
}

function readPage(value: unknown, request: string) {
  const page = objectOf(value)
  const issues = listOf(page?.issues)
  if (!page || !issues) throw new JiraError('unreadable', request, 'the response has no list of issues')
  return {
    issues: issues.map(objectOf).filter(issue => issue !== null && textOf(issue.id) !== null) as JsonObject[],
    /** The number of issues that the search finds; `null` when the tracker does not say. */
    total: countOf(page.total),
    /** The largest number of issues of a page, as the tracker says. */
    pageSize: countOf(page.maxResults),
    /** The token of the next page; `null` on the last one. */
    nextToken: textOf(page.nextPageToken),
    /** Whether the tracker says that this is the last page; `null` when it does not say. */
    isLast: typeof page.isLast === 'boolean' ? page.isLast : null,
    /** Warnings of the tracker that the result is not complete. */
    warnings: (listOf(page.warnings) ?? []).map(
      warning =>
        textOf(objectOf(warning)?.message) ?? textOf(objectOf(warning)?.type) ?? textOf(warning) ?? 'a warning',
    ),
    /** The names of fields by id, if the page has them. */
    names: objectOf(page.names),
  }
}

/** Returns an instant in the fields of an issue: `null` when it is missing or not ISO 8601. */
export function instantIn(issue: JsonObject, field: string): Instant | null {
  const value = objectOf(issue.fields)?.[field]
  return typeof value === 'string' ? parseInstant(value) : null
}
