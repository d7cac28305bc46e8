import { readFilterList } from './jira/read-filter-list.ts'
import type { ListedQuery } from './source.ts'

/** Reads the saved queries of a file. Throws FILTER_INVALID with all errors. */
export const readSavedQueries: (json: unknown, file: string) => readonly ListedQuery[] = readFilterList
