/** The maximum length of a query, in characters: the largest request body by default. */
export const QUERY_LIMIT = 8_388_608

/** The maximum nesting of parentheses, NOTs, lists and saved filters. */
export const DEPTH_LIMIT = 200

/** The maximum number of values of a list. */
export const VALUES_LIMIT = 10_000

/** The maximum number of values of all lists of a query. */
export const ALL_VALUES_LIMIT = 500_000

/**
 * The maximum number of clauses of a query, saved filters included. Sort fields count as clauses, and so does each
 * value of a list that must be compared on its own.
 */
export const CLAUSES_LIMIT = 20_000

/** The maximum number of words of a text search. */
export const WORDS_LIMIT = 256

/** The maximum length of a text search in characters: enough for as many words in any language. */
export const TEXT_LIMIT = 65_536

/** The maximum number of wildcards of a pattern: each makes it slower to match. */
export const WILDCARDS_LIMIT = 8

/** Up to this many values are compared one by one; more of them are a search. */
export const FEW_VALUES = 50

/** The maximum number of predicates of a history clause. */
export const PREDICATES_LIMIT = 20

/**
 * The maximum number of searches of a query: of texts, of histories, and of values that are not stored with their
 * issue.
 */
export const SEARCHES_LIMIT = 50
