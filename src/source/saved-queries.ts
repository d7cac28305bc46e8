import { readFilterList } from './jira/read-filter-list.ts'

/** A saved query as a tracker gives it. */
export interface ListedQuery {
  readonly id: string
  readonly name: string
  readonly jql: string
  /** The owner's login, or else the account id, or else the key; `null` for nobody. */
  readonly owner: string | null
}

/** Reads the saved queries of a file. Throws FILTER_INVALID with all errors. */
export const readSavedQueries: (json: unknown, file: string) => readonly ListedQuery[] = readFilterList
