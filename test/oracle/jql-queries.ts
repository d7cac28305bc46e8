import fc from 'fast-check'
import { DAWN, NOW } from '../support/tracker-world.ts'
import { HOURS } from '../support/trackers.ts'
import { wall } from './parameters-of.ts'

// Generates queries over the world of jql-world.ts, with every kind of field, operator and function.

const HOUR = 3_600_000

/** The text of a clause, and its family. */
interface WrittenClause {
  readonly family: string
  readonly text: string
}

/** The text of a query. */
export interface WrittenQuery {
  readonly where: string
  readonly orderBy: string
}

const clause = (family: string, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<WrittenClause> =>
  fc.tuple(...parts).map(words => ({ family, text: words.filter(word => word !== '').join(' ') }))
const pick = (...words: string[]) => fc.constantFrom(...words)
const list = (value: fc.Arbitrary<string>, most = 3) =>
  fc.array(value, { minLength: 1, maxLength: most }).map(values => `(${values.join(', ')})`)

const USER = pick('Ann', 'zoe', 'acc-2', 'Bob', '"JUSER1"', 'Cleo', 'adam', 'dan', 'currentUser()')
const VERSION = pick('v1', 'V2', 'Next', '90', '"110"', '89')
const TEAM = pick('red', 'BLUE', 'Green', 'Ochre', '72', '90')

/** Fields with distinct values, and such values. */
const CHOSEN: Readonly<Record<string, fc.Arbitrary<string>>> = {
  status: pick('Open', 'doing', 'REVIEW', 'Done', 'Gone', '20', '"20"', '5'),
  statusCategory: pick('"To Do"', '"in progress"', 'Done', '2', '"No Category"'),
  assignee: USER,
  reporter: USER,
  creator: USER,
  Tester: pick('Ann', 'Bob', 'Cleo'),
  type: pick('Task', 'bug', '90'),
  priority: pick('High', 'low', '89'),
  resolution: pick('Fixed', '"Won\'t Do"', 'Unresolved', '2'),
  project: pick('AB', 'zebra', 'CD', '200', '"Apple"'),
  fixVersion: VERSION,
  affectedVersion: VERSION,
  component: pick('Engine', 'Door', '5'),
  labels: pick('x', 'X', 'y', '"p|q"', 'absent'),
  sprint: pick('Run', 'WALK', '10'),
  Team: TEAM,
  'cf[3]': TEAM,
  key: pick('AB-1', 'cd-1', 'AB-2', 'CD-2', 'AB-3', '1000', '999', '998'),
}

const MULTI_FUNCTIONS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  assignee: pick('membersOf(devs)', 'membersOf("ops|night\\\\shift")', 'membersOf(nobody)'),
  reporter: pick('membersOf(devs)', 'membersOf(nobody)'),
  creator: pick('membersOf(devs)'),
  Tester: pick('membersOf(devs)', 'membersOf(nobody)'),
  type: pick('standardIssueTypes()', 'subTaskIssueTypes()', 'subTaskIssueTypes'),
  sprint: pick('openSprints()', 'closedSprints()', 'futureSprints()'),
  fixVersion: pick('releasedVersions()', 'releasedVersions(AB)', 'unreleasedVersions(CD, AB)', 'unreleasedVersions()'),
  affectedVersion: pick('releasedVersions(CD)', 'unreleasedVersions("Zebra")'),
}

const VERSION_FUNCTION = pick('latestReleasedVersion(AB)', 'earliestUnreleasedVersion(CD)', 'latestReleasedVersion(CD)')

const at = fc.constantFrom(...HOURS.map(hour => DAWN + hour * HOUR))
const minute = (instant: number) => `"${wall(instant).slice(0, 16).replace('T', ' ')}"`

/** Dates in queries; most are exact hours of the world. */
const DATE = fc.oneof(
  { weight: 3, arbitrary: at.map(minute) },
  at.map(instant => wall(instant).slice(0, 10)),
  at.map(instant => `-${(NOW - instant) / HOUR}h`),
  at.map(String),
  pick('now()', 'startOfDay(-37d)', 'endOfDay("-37")', 'startOfWeek("-5w")', 'endOfWeek(-5)', 'startOfMonth(-1)').map(
    text =>
      text
        .replace('(-', '("-')
        .replace(/(\d[dw]?)\)$/, '$1")')
        .replace('""', '"'),
  ),
  pick(
    'endOfMonth("-1M")',
    'startOfYear()',
    'startOfQuarter(-1)',
    'endOfQuarter()',
    'endOfYear("-1y")',
    'startOfDay("-36d")',
    'startOfMonth("+1d")',
    '"4w 2d"',
  ),
)

const NUMBERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '"Story Points"': pick('-1', '0', '0.5', '3', '"8"', '4'),
  originalEstimate: pick('0', '60', '4h', '1d', '"7h 60m"'),
}

const DATES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  created: DATE,
  updated: DATE,
  resolved: DATE,
  '"Go Live"': DATE,
  due: fc.oneof(pick('2024-02-29', '"2024/03/01"', '2024-2-28', '2024-04-05'), DATE),
}

const entries = <T>(fields: Readonly<Record<string, T>>) => Object.entries(fields)

/** Text searches: words, phrases, wildcards and operators. */
const SEARCH = fc
  .oneof(
    {
      weight: 2,
      arbitrary: pick('engine', 'ENGINES', 'break', 'breaking', 'foo', 'naïve', 'Über', '42', 'a_b', '日本', 'the'),
    },
    pick('\\"engine broken\\"', '\\"foo food\\"', '\\"engine foo\\"~1', '\\"broken engine foo\\"~2', '\\"foo foo\\"~3'),
    pick('eng*', '*en', 'fo?', 'foo?', '*a?*', 'F*d', 'a_*', '日*', 'x*'),
    pick('food~', 'fo~1', 'uber~1', 'über~2', 'engone~1'),
    pick('engine broken', 'engine AND foo', 'engine OR foo', 'engine -foo', 'NOT engine', '-(engine OR foo)'),
    pick(
      '(engine OR break) AND NOT foo',
      '+the foo',
      'engine-broken',
      'foo OR NOT break',
      'NOT \\"foo engine\\"',
      '-eng*',
    ),
  )
  .map(text => `"${text}"`)

const TEXT_FIELD = pick('summary', 'description', 'environment', '"Root Cause"')

const EQUAL = pick('=', '!=')
const AMONG = pick('IN', 'NOT IN')
const ORDER = pick('<', '<=', '>', '>=')
const IS_EMPTY = pick('IS EMPTY', 'is not NULL', '= EMPTY', '!= null')

const presentClauses: fc.Arbitrary<WrittenClause>[] = [
  ...entries(CHOSEN).flatMap(([field, value]) => [
    clause(`${field} =`, pick(field), EQUAL, value),
    clause(`${field} in`, pick(field), AMONG, list(fc.oneof({ weight: 4, arbitrary: value }, pick('EMPTY')))),
    clause(`${field} is`, pick(field), IS_EMPTY),
  ]),
  ...entries(MULTI_FUNCTIONS).map(([field, call]) =>
    clause(`${field} in ()`, pick(field), AMONG, fc.oneof(call, list(fc.oneof(call, CHOSEN[field]!), 2))),
  ),
  clause('fixVersion = ()', pick('fixVersion', 'affectedVersion'), fc.oneof(EQUAL, ORDER), VERSION_FUNCTION),
  clause('priority <', pick('priority'), ORDER, pick('High', 'Low')),
  clause('resolution <', pick('resolution'), ORDER, pick('Fixed', '2')),
  clause('versions <', pick('fixVersion', 'affectedVersion'), ORDER, VERSION),
  clause('key <', pick('key'), ORDER, pick('AB-2', 'CD-2', 'AB-1', 'CD-1', '998')),
  ...entries({ ...NUMBERS, ...DATES }).flatMap(([field, value]) => [
    clause(`${field} <`, pick(field), ORDER, value),
    clause(`${field} =`, pick(field), EQUAL, value),
    clause(`${field} in`, pick(field), AMONG, list(fc.oneof({ weight: 4, arbitrary: value }, pick('EMPTY')))),
    clause(`${field} is`, pick(field), IS_EMPTY),
  ]),
  clause('text ~', TEXT_FIELD, pick('~'), SEARCH),
  clause('text !~', TEXT_FIELD, pick('!~'), SEARCH),
  clause('text is', TEXT_FIELD, pick('IS EMPTY', 'IS NOT EMPTY', '~ EMPTY', '!~ EMPTY')),
  clause('all text ~', pick('text'), pick('~'), SEARCH),
  clause('updatedBy', pick('issue'), AMONG, updatedBy()),
  clause('timeInStatus', pick('issue'), AMONG, timeInStatus()),
  clause('timeInStatus and keys', pick('key'), AMONG, list(fc.oneof(timeInStatus(), pick('1000', '999')), 2)),
]

function updatedBy(): fc.Arbitrary<string> {
  const user = pick('Ann', 'Bob', 'Cleo', 'adam', 'juser1')
  const day = fc.oneof(
    at.map(instant => `"${wall(instant).slice(0, 10)}"`),
    pick('"-36d"', '"-37d"', '"-5h"'),
  )
  return fc.oneof(
    user.map(one => `updatedBy(${one})`),
    fc.tuple(user, day).map(([one, from]) => `updatedBy(${one}, ${from})`),
    fc.tuple(user, day, day).map(([one, from, to]) => `updatedBy(${one}, ${from}, ${to})`),
  )
}

function timeInStatus(): fc.Arbitrary<string> {
  return fc
    .tuple(
      pick('Open', 'Doing', 'Done', 'Review', '"Gone"', 'Backlog'),
      pick('<', '<=', '=', '!=', '>', '>='),
      pick('0m', '1h', '2h', '1d', '876h', '900h', '12h 30m'),
    )
    .map(([status, operator, length]) => `timeInStatus(${status}, "${operator}", "${length}")`)
}

/** The fields whose history is searched, with current and former values. */
const HELD: Readonly<Record<string, fc.Arbitrary<string>>> = {
  status: fc.oneof(CHOSEN.status!, pick('Backlog', 'Gone')),
  assignee: USER,
  reporter: pick('Ann', 'Bob'),
  Tester: pick('Ann', 'Bob'),
  priority: CHOSEN.priority!,
  type: CHOSEN.type!,
  resolution: CHOSEN.resolution!,
  fixVersion: fc.oneof(VERSION, pick('v0')),
  Team: fc.oneof(TEAM, pick('Crimson')),
  'cf[1]': fc.oneof(TEAM, pick('Crimson')),
}

const PREDICATE = fc.oneof(
  fc.tuple(pick('BEFORE', 'AFTER', 'ON'), DATE).map(words => words.join(' ')),
  fc.tuple(DATE, DATE).map(([from, to]) => `DURING (${from}, ${to})`),
  fc
    .oneof(USER, list(fc.oneof(USER, pick('EMPTY'))), pick('EMPTY', 'membersOf(devs)', 'membersOf(nobody)'))
    .map(actors => `BY ${actors}`),
)

const predicates = (more: fc.Arbitrary<string>[] = []) =>
  fc.array(fc.oneof(PREDICATE, ...more), { maxLength: 2 }).map(all => all.join(' '))

const historyClauses: fc.Arbitrary<WrittenClause>[] = entries(HELD).flatMap(([field, value]) => {
  const any = fc.oneof({ weight: 4, arbitrary: value }, pick('EMPTY'))
  const isUser = field === 'assignee' || field === 'Tester'
  const held = list(isUser ? fc.oneof(any, pick('membersOf(devs)')) : any)
  const ends = (['FROM', 'TO'] as const).map(word => fc.oneof(any, held).map(values => `${word} ${values}`))
  return [
    clause(`${field} was`, pick(field), pick('WAS', 'WAS NOT'), any, predicates()),
    clause(`${field} was in`, pick(field), pick('WAS IN', 'WAS NOT IN'), held, predicates()),
    clause(`${field} changed`, pick(field), pick('CHANGED'), predicates(ends)),
  ]
})

/** The clauses of each family: a field and a group of operators, or a function. */
const families: ReadonlyMap<string, fc.Arbitrary<WrittenClause>> = new Map(
  [...presentClauses, ...historyClauses].map(made => [fc.sample(made, { seed: 1, numRuns: 1 })[0]!.family, made]),
)

/** The names of the families. */
export const FAMILIES: readonly string[] = [...families.keys()]

const anyClause = fc.oneof(...families.values())

const { tree } = fc.letrec<{ tree: string }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    anyClause.map(({ text }) => text),
    tie('tree').map(where => `NOT (${where})`),
    fc.tuple(tie('tree'), pick('AND', 'OR'), tie('tree')).map(([a, word, b]) => `(${a}) ${word} (${b})`),
  ),
}))

const SORTED = [
  ...['key', 'project', 'created', 'updated', 'resolved', 'due', 'priority', 'status', 'type', 'resolution'],
  ...['fixVersion', 'affectedVersion', 'component', 'sprint', 'assignee', 'reporter', 'creator', 'summary'],
  ...['description', 'environment', 'labels', 'originalEstimate', '"Story Points"', '"Go Live"', '"Root Cause"'],
  ...['Team', 'cf[3]', 'Tester'],
]

const orders = fc
  .array(
    fc.tuple(pick(...SORTED), pick('', ' ASC', ' DESC')).map(([field, direction]) => field + direction),
    { maxLength: 3 },
  )
  .map(sorts => (sorts.length === 0 ? '' : `ORDER BY ${sorts.join(', ')}`))

/** Generates queries with a clause of a family: alone, negated, or combined with others; in every order. */
export function queriesAbout(family: string): fc.Arbitrary<WrittenQuery> {
  const own = families.get(family)!.map(({ text }) => text)
  const where = fc.oneof(
    { weight: 3, arbitrary: own },
    own.map(text => `NOT ${text}`),
    fc.tuple(own, pick('AND', 'OR'), tree).map(([text, word, other]) => `${text} ${word} NOT (${other})`),
    fc.tuple(tree, pick('AND', 'OR'), own).map(([other, word, text]) => `(${other}) ${word} ${text}`),
  )
  return fc.record({ where, orderBy: orders })
}
