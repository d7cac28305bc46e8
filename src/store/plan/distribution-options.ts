import type { ParameterName } from './parameters.ts'
import { quoted } from './request-problems.ts'
import type { RawParameter } from './request-values.ts'

/** The parameters of distributions, in addition to those of aggregations. */
export interface DistributionOptions {
  /** The maximum number of bins of a histogram; `null` for none. */
  readonly bins: number | null
  /** Whether to list the values. */
  readonly values: boolean
}

/** The maximum number of bins. */
const MAX_BINS = 100

/** The parameters of distributions, for the reference. */
export const distributionParameters = [
  {
    name: 'bins',
    fallback: 'none',
    description: `Counts the cells of each column in so many bins of equal width: a whole number from 1 to ${MAX_BINS}. A column with a smaller range of values has one bin for each whole number in it.`,
    example: '20',
  },
  {
    name: 'values',
    fallback: 'false',
    description: 'Whether to list all cells of each column, in ascending order, up to 5,000 in all.',
    example: 'true',
  },
] as const

/** The parameters of aggregations that have no effect on distributions: those of rows, of formats and of the database. */
export const ignoredByDistributions: ReadonlySet<ParameterName> = new Set<ParameterName>([
  ...(['aggregationType', 'averageDenominator', 'percentile'] as const),
  ...(['groupByFields', 'inGroup', 'sortBy', 'sortDir', 'filters'] as const),
  ...(['outputType', 'viewFormat', 'dateFormat', 'dateTimeFormat', 'emptyValueToken'] as const),
  ...(['csvSafe', 'csvBom', 'delimiter', 'decimal', 'durations', 'columnNames', 'uniqueHeaders'] as const),
  'engine',
])

/** The options of a request with its errors, and its other parameters. */
export interface ReadDistribution {
  readonly options: DistributionOptions
  readonly problems: readonly string[]
  readonly others: readonly RawParameter[]
}

/** Reads the parameters of distributions. */
export function readDistributionOptions(sent: readonly RawParameter[]): ReadDistribution {
  const problems: string[] = []
  const read = <T>(name: string, allowed: string, fallback: T, parse: (text: string) => T | undefined): T => {
    const texts = sent.filter(one => one.name.toLowerCase() === name).map(({ value }) => value.trim())
    const [text = '', ...more] = texts.filter(one => one !== '')
    const value = text === '' ? fallback : parse(text)
    if (more.length > 0) problems.push(`ERROR: ${name} is given ${more.length + 1} times. Give it once.`)
    else if (value === undefined) problems.push(`ERROR: ${name} ${quoted(text)} is not possible. Allowed: ${allowed}.`)
    return value ?? fallback
  }
  const bins = read<number | null>('bins', `whole numbers from 1 to ${MAX_BINS}`, null, text => {
    const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
    return count >= 1 && count <= MAX_BINS ? count : undefined
  })
  const values = read<boolean>('values', 'true or false', false, text => {
    const lower = text.toLowerCase()
    return lower === 'true' || (lower === 'false' ? false : undefined)
  })
  const others = sent.filter(({ name }) => !distributionParameters.some(one => one.name === name.toLowerCase()))
  return { options: { bins, values }, problems, others }
}
