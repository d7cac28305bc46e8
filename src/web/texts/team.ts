import { formatNumber } from './format.ts'

const issues = (count: number) => (count === 1 ? '1 issue' : `${formatNumber(count)} issues`)

const moreIssues = (count: number) => (count === 1 ? '1 more issue' : `${formatNumber(count)} more issues`)

/** From so many issues on, a share is in percent. */
const ENOUGH = 10

/** Returns a share of issues: all of them, a number of few, or a percentage, rounded down. */
function paceShare(count: number, of: number): string {
  if (count === of) return `all ${formatNumber(of)}`
  return of < ENOUGH ? `${count} of ${of}` : `${Math.floor((100 * count) / of)} % of the ${formatNumber(of)}`
}

/** The texts of the screen of a team. */
export const teamTexts = {
  allIssues: 'All issues',
  home: 'Start page',
  links: 'From here',
  reports: 'Reports',
  settings: 'What the screen measures',
  period: 'Period',
  periods: (period: number | 'quarter') => {
    if (period === 'quarter') return 'This quarter'
    return period === 51 ? 'One year' : `This week and the ${period} before`
  },
  otherPeriod: (from: string, until: string) => `${from} to ${until}`,
  calendar: 'Time',
  allHours: 'Around the clock',
  window: (from: string, until: string) => `Finished from ${from} to ${until}`,
  before: (from: string, until: string) => `compared with ${from} to ${until}`,
  asOf: (time: string) => `as of ${time}`,
  measured: (count: number) => `${issues(count)} measured`,
  notes: (count: number) => (count === 1 ? '1 note' : `${formatNumber(count)} notes`),
  table: 'Show as a table',
  noLines: 'Fewer than ten issues finished with a cycle time, so there are no lines.',
  image: {
    save: (title: string) => `Save “${title}” as an image`,
    title: (chart: string, screen: string) => `${chart}: ${screen}`,
    workflow: (name: string) => `workflow ${name}`,
  },
  was: (value: string) => `before: ${value}`,
  arrows: { up: '↗', down: '↘', same: '→' },
  directions: { up: 'more than before', down: 'less than before', same: 'as before' },
  verdicts: { better: 'better', worse: 'worse', noClearChange: 'no clear change' },
  headline: {
    title: 'At a glance',
    inProgress: 'In progress',
    totalAge: 'Total age',
    parked: 'Parked',
    overSle: 'Over the expectation',
    sle: (percent: number, time: string) => `${percent} % take at most ${time}`,
    blocked: 'Blocked now',
    unchanged: (days: number) => `No change for ${days} days`,
    perWeek: 'Finished a week',
    finished: (count: number) => `${formatNumber(count)} in the period`,
    cycleTime: 'Cycle time',
    percentiles: '50th · 85th percentile',
    half: '50th',
    late: '85th',
    verdict: (percentile: string, verdict: string) => `${percentile}: ${verdict}`,
    few: (count: number) => `${issues(count)}: too few for percentiles`,
    // With a dot between them, two times look like percentiles.
    each: (times: readonly string[]) => times.join(times.length === 2 ? ' and ' : ' · '),
    ofIssues: (count: number, withoutStart: number) =>
      withoutStart === 0
        ? `of ${issues(count)}`
        : `of ${issues(count)}, ${formatNumber(withoutStart)} more had no start`,
    firstTime: 'First time through',
    share: (count: number, of: number) => `${formatNumber(count)} of ${formatNumber(of)}`,
    never: 'never moved back',
    reopened: 'Reopened',
  },
  project: {
    numbers: (name: string) => `Flow of ${name}`,
    noSle: 'too few finished in 90 days',
    failed: 'could not be loaded',
    wentBack: (date: string) => `As of ${date}, when the last issue finished.`,
    noWorkflow: 'Which statuses are work? The screen asks once.',
  },
  attention: {
    title: 'Needs attention',
    how: 'Issues in progress with a reason to look at them. Those with most reasons come first, then the oldest. Age alone is no fault.',
    none: 'No issue in progress needs attention.',
    cut: (shown: number, total: number) =>
      `Only the ${formatNumber(shown)} oldest of ${formatNumber(total)} issues in progress are considered.`,
    nobody: 'unassigned',
    overSle: (sle: string) => `older than the expectation of ${sle}`,
    blocked: (since: string) => `blocked since ${since}`,
    unchanged: (time: string) => `no change for ${time}`,
    pace: (count: number, of: number) => {
      const finished = of === 1 ? 'the only finished issue was' : `${paceShare(count, of)} finished issues were`
      return `older than ${finished} at this stage`
    },
    more: (count: number) => `Show ${formatNumber(count)} issues`,
  },
  ageing: {
    title: 'Age of work in progress',
    how: 'A dot is an issue, and a diamond is one over the expectation. Lines: the age that 50 and 85 % of the finished issues had when they left the stage. Dots above the upper line are late; a triangle is older than the scale.',
    label: (count: number) =>
      `${issues(count)} in progress by stage and age. Arrow keys move among them, Enter opens one.`,
    cut: (shown: number, total: number) =>
      `Only the ${formatNumber(shown)} oldest of ${formatNumber(total)} issues are drawn.`,
    line: (percent: string) => `${percent} % of the finished`,
    columns: { stage: 'Stage', inProgress: 'In progress', late: '85th percentile' },
  },
  waits: {
    title: 'Where work waits',
    how: 'Time of the finished issues in each status before done. Marks: the same for the period to compare with. Long is not bad by itself: look for waiting that nobody needs.',
    names: {
      median: '50th percentile',
      late: '85th percentile',
      each: 'One of fewer than ten',
      medianBefore: '50th before',
      lateBefore: '85th before',
    },
    columns: ['Status', 'Time', 'Issues', 'Time before', 'Issues before'],
    before: (times: string, issues: string) => `Before: ${times}. Issues: ${issues}`,
    percentiles: (median: string, late: string) => ({
      short: `${median} · ${late}`,
      long: `50th percentile ${median}, 85th percentile ${late}`,
    }),
    few: (values: readonly string[]) => ({
      short: values.length === 1 ? `1 issue: ${values[0]}` : `${values.length} issues: ${values[0]} – ${values.at(-1)}`,
      long: values.length === 0 ? '-' : `too few for percentiles: ${values.join(', ')}`,
    }),
    label: (statuses: number) =>
      `Time before done in ${formatNumber(statuses)} statuses. Arrow keys move among them, Enter opens the issues of one.`,
    cut: (shown: number, total: number) => `The ${formatNumber(shown)} longest of ${formatNumber(total)} statuses.`,
    allStatuses: (count: number) => `Show all ${formatNumber(count)} statuses`,
    unitNames: { days: 'days', workingDays: 'working days', hours: 'hours', minutes: 'minutes' },
  },
  split: {
    title: 'Active, waiting and blocked',
    how: 'Time of all finished issues in each status of work. Much waiting is a queue to shorten. A few large issues can take most of the time.',
    names: { active: 'Active', waiting: 'Waiting', blocked: 'Blocked, a part of waiting' },
    columns: ['Status', 'Active', 'Waiting', 'Blocked part', 'Issues'],
    noWaiting: 'In this workflow nothing waits or blocks, so there is no flow efficiency.',
    efficiency: (percent: string) => `Flow efficiency ${percent} %: active time as a share of active and waiting time.`,
    label: (statuses: number) =>
      `Time in ${formatNumber(statuses)} statuses. Arrow keys move among them, Enter opens the issues of one.`,
  },
  finished: {
    title: 'Cycle time of each issue',
    how: 'A dot is a finished issue, at its finish. Lines: percentiles of the period. A promise needs the upper line, not the lower one. A triangle is longer than the scale.',
    line: (percent: string, time: string) => `${percent} % within ${time}`,
    label: (count: number) => `${issues(count)} by finish and cycle time. Arrow keys move among them, Enter opens one.`,
    cut: (shown: number, total: number) =>
      `Only the last ${formatNumber(shown)} of ${formatNumber(total)} issues are drawn.`,
    point: (finish: string, time: string) => `finished ${finish}, cycle time ${time}`,
    rows: (shown: number, total: number) =>
      shown === total ? '' : `The last ${formatNumber(shown)} of ${formatNumber(total)} issues.`,
    all: 'List all with their times',
    columns: { issue: 'Issue', type: 'Type', finish: 'Finished', cycleTime: 'Cycle time' },
  },
  cumulative: {
    title: 'Cumulative flow',
    how: 'The issues in each stage over time. A band that widens is a growing queue. The scale begins near the lowest value, so compare heights of bands only.',
    label: (periods: number) =>
      `Issues in each stage at ${formatNumber(periods)} times. Arrow keys move among them, Enter opens the issues of one.`,
    wentBack: (count: number) => `Behind their furthest stage: ${formatNumber(count)}`,
    columns: { end: 'At the end of', wentBack: 'Behind their furthest stage' },
  },
  // A unit stays on the line of its number.
  units: {
    days: (value: string) => `${value}\u00a0d`,
    workingDays: (value: string) => `${value}\u00a0d`,
    hours: (value: string) => `${value}\u00a0h`,
    minutes: (value: string) => `${value}\u00a0min`,
  },
  goesBack: {
    title: 'Goes back',
    how: 'Moves to an earlier stage in the period. A move back is no fault by itself: it is cheaper to find a problem early than late.',
    move: (from: string, to: string) => `${from} to ${to}`,
    moves: (moves: number, count: number) => `${formatNumber(moves)} times, ${issues(count)}`,
    none: 'Nothing moved back.',
  },
  trend: {
    label: (title: string, periods: number) =>
      `${title}: ${formatNumber(periods)} periods. Arrow keys move among them, Enter opens the issues of one.`,
    cycleTime: 'Cycle time of each period',
    cycleTimeHow:
      'The 50th and 85th percentile of the issues that finished and have a cycle time. Periods with fewer than ten have none. A few weeks are no trend.',
    throughput: 'Finished',
    throughputHow:
      'Issues that finished. Hatched: only part of the period counts. More is not better if they are smaller.',
    wip: 'Work in progress and its age',
    wipHow:
      'At the end of each period. If the age grows while the number stays, old work does not move. Parked work was started, and waits outside of the stages in progress.',
    arrivals: 'Started and left',
    arrivalsHow: 'Moves into work, and moves out of it. If more starts than leaves, work piles up.',
    columns: {
      period: 'Period',
      finished: 'Finished',
      withTime: 'With cycle time',
      median: '50th percentile',
      late: '85th percentile',
      inProgress: 'In progress',
      totalAge: 'Total age',
      arrivals: 'Started',
      departures: 'Left',
      parked: 'Parked',
      parkedAge: 'Age of parked',
    },
    partial: 'partial',
    bucket: 'Length of the periods',
    buckets: { week: 'By week', month: 'By month', quarter: 'By quarter' },
  },
  forecast: {
    title: 'Will it be done?',
    how: 'From the issues that finished on each day of the last weeks. It holds if the team goes on as before, and if nothing is added. A line is a chance, not a promise.',
    when: (count: number) => `${count === 1 ? 'The open issue is' : `All ${formatNumber(count)} open issues are`} done`,
    whenMore: (count: number) => `${moreIssues(count)} ${count === 1 ? 'is' : 'are'} done`,
    by: (date: string) => `by ${date}`,
    never: 'not within ten years',
    howMany: (until: string) => `Finished until ${until}`,
    atLeast: (count: number) => `${formatNumber(count)} or more`,
    chance: (percent: number) => `${percent} %`,
    backtest: (cameTrue: number, of: number, percent: number) =>
      `${formatNumber(cameTrue)} of ${formatNumber(of)} past forecasts with ${percent} % came true.`,
    dates: (done: string) => `${done}, by chance`,
    target: (count: number) => `${issues(count)} open`,
    targetMore: (count: number) => moreIssues(count),
    label: (weeks: number) =>
      `Finished issues in the next ${formatNumber(weeks)} weeks, by chance. Arrow keys move among the weeks, Enter opens the open issues.`,
    labelMore: (weeks: number) =>
      `Finished issues in the next ${formatNumber(weeks)} weeks, by chance. Arrow keys move among the weeks, Enter opens the issues that it learns from.`,
    columns: { chance: 'Chance', date: 'Done by', until: 'Finished until' },
  },
  reopened: {
    title: 'Who reopened',
    how: 'Who moved issues out of done in the period. They found what was not finished: the cause lies elsewhere.',
    none: 'Nothing was reopened.',
    nobody: 'Unknown',
    times: (count: number) => (count === 1 ? '1 time' : `${formatNumber(count)} times`),
  },
} as const
