import fc from 'fast-check'
import { viewFormats } from '../../src/core/time/duration-format.ts'
import { isOf, type Parameter, parameters } from '../../src/store/plan/parameters.ts'
import { parametersOf } from '../oracle/parameters-of.ts'
import { requests } from '../oracle/requests.ts'
import type { Pair } from './fuzz-request.ts'
import { wildJql } from './wild-jql.ts'
import { wildJson } from './wild-json.ts'
import { shortWildText, wildText } from './wild-values.ts'

// The parameters of reports: valid, with one error, and arbitrary. Names and values come from the table in
// store/plan/parameters.ts, so new parameters are included.

/** The parameters of a report, and their endpoint. */
export interface ReportParameters {
  readonly endpoint: 'aggregation' | 'list'
  readonly pairs: readonly Pair[]
}

const table: readonly Parameter[] = parameters
const names = table.map(({ name }) => name)
const pick = (...words: string[]) => fc.constantFrom(...words)

/** Parameters that change only the format of a report. */
const wording = fc.record(
  {
    outputType: pick('csv', 'JSON'),
    viewFormat: pick(...viewFormats),
    dateTimeFormat: pick('yyyy-MM-dd', "d MMMM yyyy, HH:mm 'h'", 'EEE'),
    emptyValueToken: pick('Zero', 'NoToken', '-', ' '),
    csvSafe: pick('true', 'false'),
    csvBom: pick('true', 'false'),
    delimiter: pick('comma', ';', 'TAB'),
    decimal: pick('point', 'comma'),
    durations: pick('text', 'number'),
    columnNames: pick('label', 'id'),
    uniqueHeaders: pick('true', 'false'),
    timeZone: pick('Europe/Berlin', 'America/New_York', 'UTC'),
  },
  { requiredKeys: [] },
)

/** Generates valid parameters, over the world of the oracle. */
export const validReports: fc.Arbitrary<ReportParameters> = fc.tuple(requests, wording).map(([request, words]) => {
  const { endpoint, parameters: generated } = parametersOf(request)
  const all = new Map([
    ...generated.map(({ name, value }): Pair => [name, value]),
    ...(Object.entries(words) as Pair[]),
  ])
  return { endpoint: endpoint as ReportParameters['endpoint'], pairs: [...all] }
})

/** The same for the issues of a query, which may be a corrupted one. */
const queried: fc.Arbitrary<ReportParameters> = fc.tuple(validReports, wildJql).map(([{ endpoint, pairs }, query]) => ({
  endpoint,
  pairs: [
    ['filterType', 'customjql'],
    ['customjql', query],
    ...pairs.filter(([name]) => !['filterType', 'projectKey', 'user'].includes(name)),
  ],
}))

const known = table.flatMap(({ values = [], example }) => [...values, example])

/** Generates a value for a parameter: a plausible one, one of another parameter, or garbage. */
function valueFor(name: string): fc.Arbitrary<string> {
  const { values = [], example = '' } = table.find(one => one.name === name) ?? {}
  const own = name === 'customjql' ? wildJql : example.startsWith('[') || name === 'statuses' ? wildJson : wildText
  return fc.oneof(
    { weight: 3, arbitrary: pick(example, ...values) },
    { weight: 4, arbitrary: own },
    { weight: 2, arbitrary: wildText },
    { weight: 1, arbitrary: pick(...known) },
  )
}

const wildPair: fc.Arbitrary<Pair> = fc.oneof(
  { weight: 12, arbitrary: fc.oneof(...names.map(name => valueFor(name).map((value): Pair => [name, value]))) },
  { weight: 1, arbitrary: fc.tuple(shortWildText, wildText) },
)

type Step = (pairs: readonly Pair[]) => readonly Pair[]

/** Generates one error. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: wildPair.map(given) },
  {
    weight: 1,
    arbitrary: wildPair.map(
      (pair): Step =>
        pairs => [...pairs, pair],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Step =>
        pairs =>
          pairs.filter((_, i) => i !== at % pairs.length),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Step =>
        pairs => [...pairs, pairs[at % pairs.length]!],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Step =>
        pairs =>
          pairs.map((pair, i) => (i === at % pairs.length ? shouted(pair) : pair)),
    ),
  },
)

function shouted([name, value]: Pair): Pair {
  return [name.toUpperCase(), value.toUpperCase()]
}

function given([name, value]: Pair): Step {
  return pairs => [...pairs.filter(pair => pair[0] !== name), [name, value]]
}

const almostValid = fc
  .tuple(fc.oneof(validReports, queried), steps)
  .map(([{ endpoint, pairs }, step]): ReportParameters => ({ endpoint, pairs: step(pairs) }))

const wild: fc.Arbitrary<ReportParameters> = fc.record({
  endpoint: fc.constantFrom('aggregation', 'list'),
  pairs: fc.array(wildPair, { maxLength: 12 }),
})

/** Generates valid, erroneous and arbitrary parameters. */
export const anyReports: fc.Arbitrary<ReportParameters> = fc.oneof(
  { weight: 3, arbitrary: queried },
  { weight: 6, arbitrary: almostValid },
  { weight: 2, arbitrary: wild },
)

/** Keys and ids that issues of the world lack, or have in another spelling. */
const OTHER_KEYS = ['AB-9999', 'AB-99', 'ab-1', '1000', '998', 'nix', 'AB-1,CD-2']

/** Generates parameters of the drill-down into an issue and its cells: those of reports, and its key. */
export function aboutIssues(keys: readonly string[]): fc.Arbitrary<readonly Pair[]> {
  const all = fc.oneof(
    { weight: 6, arbitrary: pick(...keys) },
    { weight: 2, arbitrary: pick(...OTHER_KEYS) },
    { weight: 1, arbitrary: wildText },
  )
  const reports = fc.oneof(validReports, anyReports)
  return fc
    .tuple(reports, all, columns(), fc.option(wildPair, { freq: 3 }))
    .map(([{ pairs }, key, column, more]) => [
      ['issueKey', key],
      ['issueKeys', `${key},${keys.join(',')}`],
      ['column', column],
      ...pairs.filter(([name]) => isOf(table.find(one => one.name === name) ?? OTHER, 'issue')),
      ...(more ? [more] : []),
    ])
}

const OTHER = { of: 'issue' } as Parameter

function columns(): fc.Arbitrary<string> {
  const ids = ['20', '3', '10001', '7', '4', 'Metric 0', 'Ann', 'unassigned', 'otherUsers', 'devs', 'Work', '20->3', '']
  return fc.oneof({ weight: 6, arbitrary: pick(...ids) }, { weight: 1, arbitrary: wildText })
}
