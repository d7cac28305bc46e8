import fc from 'fast-check'
import { FAMILIES, queriesAbout } from '../oracle/jql-queries.ts'
import { wildText } from './wild-values.ts'

// Generates queries: those of the oracle's world, which has one of each kind, and corrupted ones.

/** Generates valid queries. */
export const validJql: fc.Arbitrary<string> = fc
  .oneof(...FAMILIES.map(queriesAbout))
  .map(({ where, orderBy }) => `${where} ${orderBy}`.trim())

const TOKENS = [
  ...[
    'AND',
    'or',
    'NOT',
    '!',
    '(',
    ')',
    '[',
    ']',
    ',',
    '=',
    '!=',
    '~',
    '!~',
    '<',
    '>=',
    'IN',
    'not in',
    'IS',
    'IS NOT',
  ],
  ...['WAS', 'WAS NOT IN', 'CHANGED', 'FROM', 'TO', 'BY', 'BEFORE', 'DURING', 'ON', 'EMPTY', 'NULL', 'ORDER BY', 'ASC'],
  ...['project', 'status', 'cf[1]', 'cf[99999999999]', 'issue', 'text', 'issue.property[a].b', 'membersOf(', 'now()'],
  ...[
    '"',
    "'",
    '\\',
    '\\u0041',
    '\\ud800',
    '-1',
    '5',
    'AB-1',
    '"Open"',
    '&',
    '|',
    '&&',
    '||',
    '^',
    '$',
    '\0',
    'é',
    ' ',
  ],
] as const

/** A change of a text at a position. */
interface Corruption {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

const harms: fc.Arbitrary<Corruption> = fc.oneof(
  fc.record({ at: fc.nat(), remove: fc.constant(1), insert: fc.constant('') }),
  fc.record({ at: fc.nat(), remove: fc.nat(6), insert: fc.constantFrom(...TOKENS).map(token => ` ${token} `) }),
  fc.record({ at: fc.nat(), remove: fc.constant(Number.MAX_SAFE_INTEGER), insert: fc.constant('') }),
  fc.record({ at: fc.nat(), remove: fc.nat(3), insert: wildText.map(text => text.slice(0, 500)) }),
)

/** Generates queries with a part that is missing, repeated or replaced. */
export const corruptedJql: fc.Arbitrary<string> = fc
  .tuple(validJql, fc.array(harms, { minLength: 1, maxLength: 3 }))
  .map(([query, all]) => all.reduce(corrupted, query))

function corrupted(text: string, { at, remove, insert }: Corruption): string {
  const location = at % (text.length + 1)
  return text.slice(0, location) + insert + text.slice(location + remove)
}

const SEARCHES = [
  ...[
    'a*a*a*a*a*a*a*a*b',
    '*a*a*a*a*a*',
    '????????????*',
    'a~',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~2',
    '"a b"~999999999',
    '*',
    '?',
  ],
  ...[
    '((((((((a))))))))',
    'NOT NOT NOT a',
    '-',
    '--a',
    'a AND',
    '\\\\',
    '\\"',
    '\\"a',
    'a\\"',
    '^',
    'a^4',
    '[a TO b]',
    '%',
    '_',
  ],
  ...[
    '.*',
    '(a+)+$',
    '.{1000}',
    '日本語?',
    'x\u0301',
    '🙂',
    '\ud800',
    '\0',
    'engine'.repeat(50),
    '* OR *',
    'NOT',
    'AND OR',
  ],
] as const

const searches = fc
  .tuple(
    fc.constantFrom('summary', 'text', 'description', '"Root Cause"'),
    fc.constantFrom('~', '!~'),
    fc.constantFrom(...SEARCHES),
  )
  .map(([field, operator, words]) => `${field} ${operator} "${words.replace(/"/g, '\\"')}"`)

const many = fc.constantFrom(2, 50, 1000)

const large = fc.oneof(
  fc
    .tuple(many, validJql)
    .map(([count, query]) => Array.from({ length: count }, () => `(${withoutOrder(query)})`).join(' AND ')),
  fc.tuple(many, searches).map(([count, query]) => Array.from({ length: count / 10 + 1 }, () => query).join(' OR ')),
  fc.tuple(many, validJql).map(([depth, query]) => '('.repeat(depth) + withoutOrder(query) + ')'.repeat(depth)),
  many.map(depth => `${'NOT '.repeat(depth)}status = Open`),
  many.map(count => `ORDER BY ${Array.from({ length: count }, () => 'created').join(', ')}`),
)

const enormous = fc.constantFrom(
  `key in (${Array.from({ length: 50_000 }, (_, i) => `AB-${i + 1}`).join(',')})`,
  `labels in (${Array.from({ length: 50_000 }, (_, i) => `"l${i}"`).join(',')})`,
  `status was in (${Array.from({ length: 20_000 }, (_, i) => i).join(',')})`,
  `${'('.repeat(5_000)}status = Open${')'.repeat(5_000)}`,
  `${'NOT '.repeat(100_000)}status = Open`,
  `${'status = Open OR '.repeat(20_000)}status = Done`,
  `summary ~ "${'a* '.repeat(20_000)}"`,
  `summary ~ "${'*a'.repeat(200)}"`,
  `summary = "${'x'.repeat(1_000_000)}"`,
)

function withoutOrder(query: string): string {
  return query.replace(/ ?ORDER BY .*$/s, '')
}

/** Generates text that is not a query. */
export const wildJql: fc.Arbitrary<string> = fc.oneof(
  { weight: 90, arbitrary: validJql },
  { weight: 120, arbitrary: corruptedJql },
  { weight: 20, arbitrary: searches },
  { weight: 10, arbitrary: wildText },
  { weight: 10, arbitrary: fc.array(fc.constantFrom(...TOKENS), { maxLength: 12 }).map(all => all.join(' ')) },
  { weight: 4, arbitrary: large },
  { weight: 1, arbitrary: enormous },
)
