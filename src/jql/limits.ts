/** The longest query that is read, in characters: what fits into the largest body that is read unless it is said. */
export const QUERY_LIMIT = 8_388_608

/** How deep parentheses, NOTs, lists and saved filters may be nested. */
export const DEPTH_LIMIT = 200

/** How many values a list may have. */
export const VALUES_LIMIT = 10_000

/** How many values the lists of a query may have together. */
export const ALL_VALUES_LIMIT = 500_000

/**
 * How many clauses a query may have when its saved filters stand in it; the fields it is sorted by, and each
 * of several values that can only be compared one by one, count like clauses.
 */
export const CLAUSES_LIMIT = 20_000

/** How many words a text that is searched for may have. */
export const WORDS_LIMIT = 256

/** How long a text that is searched for may be, in characters: enough for so many words of any language. */
export const TEXT_LIMIT = 65_536

/** How many stars and question marks a pattern of a text may have: each makes it slower to match. */
export const WILDCARDS_LIMIT = 8

/** As many values as are compared one by one; looking more of them up is a search. */
export const FEW_VALUES = 50

/** How many predicates a clause of a history may have. */
export const PREDICATES_LIMIT = 20

/** The most searches of words, histories and values kept apart from their issue that one query may take. */
export const SEARCHES_LIMIT = 50
