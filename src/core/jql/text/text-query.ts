/**
 * A text search. Words are in lower case.
 *
 * `word` matches words with the same stem; `phrase` the exact words in sequence, with at most `slop` moves; `wildcard`
 * whole words (`*` any letters, `?` one letter); `fuzzy` words that differ in at most `distance` letters. `and` and
 * `or` have at least two queries. `not` matches every text that its query does not.
 */
export type TextQuery =
  | { readonly kind: 'word'; readonly word: string; readonly stem: string }
  | { readonly kind: 'phrase'; readonly words: readonly string[]; readonly slop: number }
  | { readonly kind: 'wildcard'; readonly pattern: string }
  | { readonly kind: 'fuzzy'; readonly word: string; readonly distance: number }
  | { readonly kind: 'and'; readonly queries: readonly TextQuery[] }
  | { readonly kind: 'or'; readonly queries: readonly TextQuery[] }
  | { readonly kind: 'not'; readonly query: TextQuery }
