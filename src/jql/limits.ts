/** The longest query that is read, in characters. */
export const QUERY_LIMIT = 65_536

/** How deep parentheses, NOTs, lists and saved filters may be nested. */
export const DEPTH_LIMIT = 200

/** How many values a list may have. */
export const VALUES_LIMIT = 10_000

/** How many clauses a query may have when its saved filters stand in it. */
export const CLAUSES_LIMIT = 20_000

/** How many words a text that is searched for may have. */
export const WORDS_LIMIT = 256

/** How many stars and question marks a pattern of a text may have: each makes it slower to match. */
export const WILDCARDS_LIMIT = 8

/** The most searches of words, histories and lists of values that one query may take. */
export const SEARCHES_LIMIT = 50
