/** A case with an intentionally different result from the suite. */
export interface KnownDifference {
  /** Where it is rejected instead, or why it is accepted. */
  readonly category: 'refused when bound'
  readonly reason: string
  readonly queries: readonly string[]
}

/** Returns each query, and the same one with the opposite operator. */
function both(...queries: string[]): string[] {
  return queries.flatMap(query => [
    query,
    query.replace(/ (?:was in|was|in|is|=|~) /, operator => OPPOSITES[operator]!),
  ])
}

const OPPOSITES: Readonly<Record<string, string>> = {
  ' was in ': ' was not in ',
  ' was ': ' was not ',
  ' in ': ' not in ',
  ' is ': ' is not ',
  ' = ': ' != ',
  ' ~ ': ' !~ ',
}

/**
 * Invalid cases of the suite that parseJql accepts. An operand that does not suit its operator is reported when the
 * query is bound, together with all other semantic errors: trackers use the same messages at the same stage.
 */
export const knownDifferences: readonly KnownDifference[] = [
  {
    category: 'refused when bound',
    reason: 'IS and IS NOT are followed by EMPTY only',
    queries: both(
      'assignee is b',
      'assignee is 0',
      'assignee is -5',
      'assignee is currentUser()',
      'assignee is (a, b)',
    ),
  },
  {
    category: 'refused when bound',
    reason: 'IN, NOT IN, WAS IN and WAS NOT IN are followed by a list or a function',
    queries: both(
      ...['in', 'was in'].flatMap(operator =>
        ['empty', 'null', 'a', '0', '-5'].map(operand => `assignee ${operator} ${operand}`),
      ),
    ),
  },
  {
    category: 'refused when bound',
    reason: 'other operators are followed by one value',
    queries: [
      ...both('assignee = (a, b)', 'description ~ (a, b)', 'assignee was (a, b)'),
      ...['<', '>', '<=', '>='].map(operator => `updated ${operator} (a, b)`),
    ],
  },
  {
    category: 'refused when bound',
    reason: 'EMPTY is neither more nor less than anything',
    queries: ['<', '>', '<=', '>='].flatMap(operator => [`updated ${operator} empty`, `updated ${operator} null`]),
  },
]
