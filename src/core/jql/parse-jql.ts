import { atOnce, type Steps } from '../base/in-slices.ts'
import type { JqlQuery } from './query-tree.ts'
import { Parser } from './tokens/parser.ts'

/**
 * Parses a query.
 *
 * Throws a JqlError with the one error at which parsing stopped. Does not check that names exist or that operators suit
 * their fields: bindJql does. Runs in linear time.
 */
export function parseJql(text: string): JqlQuery {
  return atOnce(parseJqlInSteps(text))
}

/** Parses a query that may be long; see parseJql. Each clause is a step. */
export function* parseJqlInSteps(text: string): Steps<JqlQuery> {
  return yield* new Parser(text).query()
}
