import type { JqlQuery } from './query-tree.ts'
import { Parser } from './tokens/parser.ts'

/**
 * Reads a query.
 *
 * Throws a JqlError with the one mistake at which reading stopped. Whether the names in the query exist, and whether its
 * operators suit its fields, is not asked: bindJql does. Runs in time linear to the text.
 */
export function parseJql(text: string): JqlQuery {
  return new Parser(text).query()
}
