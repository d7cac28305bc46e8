import { formatNumber } from './format.ts'

/** The texts of the comparison of summaries. */
export const compareTexts = {
  title: 'Compare with',
  none: 'nothing',
  names: { previous: 'the period before', lastYear: 'the same period last year', other: 'other dates' },
  chip: {
    previous: 'against the period before',
    lastYear: 'against last year',
    other: 'against other dates',
  },
  hints: {
    previous: 'Whole weeks earlier, so that weekdays align: as few as the length of the period allows.',
    lastYear: 'The same dates, a year earlier.',
    other: 'The same report with these dates.',
  },
  whyNot: {
    list: 'Lists are not compared. Choose a summary.',
    periods:
      'Rows by week, month or quarter already show what changed. Choose another grouping to compare two periods.',
    dates: 'Choose a period first: a report at any time has nothing before it.',
    start: 'Choose a first date: a period without one has nothing before it.',
    asOf: 'Choose a day in “As of”, or the current time, to compare two periods.',
    relative: 'Choose a named period or fixed dates to compare with others.',
  },
  first: 'From',
  last: 'To (inclusive)',
  wrong: 'Enter a first day and a later last day.',
  with: (dates: string) => `Compared with: ${dates}.`,
  table: 'Each value has its change. No arrow: no value in the other period. Downloads have the present period only.',
  chart: 'The chart and downloads have the present period only; the table has the comparison.',
  onlyBefore: (rows: number) =>
    rows === 1 ? '1 row is only in the other period.' : `${formatNumber(rows)} rows are only in the other period.`,
  loading: 'The other period is loading.',
  failed: (message: string) => `The other period could not be loaded. ${message}`,
  change: (by: string, before: string) => `${by}, before: ${before}`,
} as const
