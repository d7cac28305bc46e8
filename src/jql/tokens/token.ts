import type { JqlMistake } from '../jql-error.ts'
import type { Span } from '../text-location.ts'

/**
 * A piece of a query that means something by itself.
 *
 * `word` and `number` stand without quotes, `string` in them; `keyword` is a word of the grammar, in capitals; `symbol` is
 * an operator or a bracket; `end` stands after the last. `broken` carries the mistake of a text that is no token; nothing
 * is read after it.
 */
export interface Token extends Span {
  readonly kind: 'word' | 'number' | 'string' | 'keyword' | 'symbol' | 'end' | 'broken'
  /** Without quotes and escapes. */
  readonly text: string
  /** Of a `broken` token only. */
  readonly mistake?: JqlMistake
}
