/**
 * What the words of a text are searched for. Words are in lower case.
 *
 * `word` matches words of one stem; `phrase` the words as they are, one after the other with at most `slop` words moved;
 * `wildcard` whole words (`*` any letters, `?` one); `fuzzy` words that differ in at most `distance` letters. `and` and
 * `or` hold at least two. `not` matches every text that its query does not.
 */
export type TextQuery =
  | { readonly kind: 'word'; readonly word: string; readonly stem: string }
  | { readonly kind: 'phrase'; readonly words: readonly string[]; readonly slop: number }
  | { readonly kind: 'wildcard'; readonly pattern: string }
  | { readonly kind: 'fuzzy'; readonly word: string; readonly distance: number }
  | { readonly kind: 'and'; readonly queries: readonly TextQuery[] }
  | { readonly kind: 'or'; readonly queries: readonly TextQuery[] }
  | { readonly kind: 'not'; readonly query: TextQuery }
