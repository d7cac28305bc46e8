import { type FlowAnswers, flowOperations } from '../../app/operations/flow.ts'
import { blockedRows } from './flow-blocked-rows.ts'
import {
  dateText,
  efficiencyText,
  type FlowView,
  shareOf,
  type TimeFormat,
  timeFormat,
  timeNote,
} from './flow-cells.ts'
import { sprintRows } from './flow-sprints-rows.ts'
import { stabilityRows } from './flow-stability-rows.ts'
import { stageRows } from './flow-stages-rows.ts'
import { summaryRows, valueRows, verdictText, windowNotes } from './flow-summary-rows.ts'
import { waitRows } from './flow-waits-rows.ts'
import { excessWidth, inColumns, type Rows, splitColumns } from './in-columns.ts'
import { shortened, textWidth } from './terminal-text.ts'
import { wrapped } from './wrapped.ts'

/** The widest summary of an issue, and name of a stage, in a table of 80 columns. */
const SUMMARY_WIDTH = 18
const LEAST_SUMMARY = 6
const STAGE_WIDTH = 14

/** The same for statuses and stages next to each other. */
const STATUS_WIDTH = 12

/**
 * Returns an answer as tables for a terminal, with the reasons for missing numbers, except for `told` and those that are warnings.
 * Times are in days and hours of the calendar.
 */
export async function flowTable<E extends keyof FlowAnswers>(
  endpoint: E,
  json: FlowAnswers[E],
  told: string | null,
): Promise<string> {
  const { rows, notes } = VIEWS[endpoint] ?? (await generalView(endpoint))
  const tables = tablesOf(rows(json, timeFormat(json.workingDay)))
    .flatMap(rows => splitColumns(withNarrowSummary(rows)))
    .map(inColumns)
  const shown = [...new Set(notes(json))].filter(note => note != null && note !== told && !json.warnings.includes(note))
  const lines = shown.flatMap(note => note!.split(/(?<=\.) /)).map(sentence => wrapped(sentence, ''))
  return [...tables, ...(lines.length === 0 ? [] : [lines.join('')])].join('\n')
}

/** Loads the view of a measure without one of its own. */
async function generalView(endpoint: keyof FlowAnswers): Promise<FlowView> {
  const { schema } = flowOperations.find(one => one.endpoint === endpoint)!
  return (await import('./flow-general-view.ts')).generalView(await schema())
}

/** Splits rows into tables at the empty rows. */
function tablesOf(rows: Rows): Rows[] {
  const ends = [...rows.flatMap((row, i) => (row.length === 0 ? [i] : [])), rows.length]
  return ends.map((end, i) => rows.slice(i === 0 ? 0 : ends[i - 1]! + 1, end))
}

/** Shortens the summaries of issues until the rows fit a terminal. */
function withNarrowSummary(rows: Rows): Rows {
  const column = rows[0]!.indexOf('SUMMARY')
  if (column === -1) return rows
  const widest = Math.max(...rows.map(row => textWidth(row[column]!)))
  const width = Math.max(LEAST_SUMMARY, widest - excessWidth(rows))
  return rows.map((row, i) => (i === 0 ? row : row.with(column, shortened(row[column]!, width))))
}

function datesNote(column: string): string {
  return `A day (d) of ${column} is a date: the first and the last one count.`
}

/** Returns why there is no flow efficiency. */
function whyNone(efficiency: FlowAnswers['summary']['efficiency']): string | null {
  return efficiency.value === null ? efficiency.why : null
}

/** Returns where the SLE of an answer is from, if nobody chose it. */
function sleNote({ sle, workingDay }: Pick<FlowAnswers['summary'], 'sle' | 'workingDay'>): string | null {
  if (!sle || (!sle.isDefault && sle.date === null)) return null
  const time = timeFormat(workingDay)(sle.ms)
  if (!sle.isDefault) return `The SLE of ${time} was measured on ${sle.date}, over ${sle.count} issues.`
  return `The workflow has no SLE. ${time} is ${sle.name}, of ${sle.count} issues.`
}

/** The views of the measures that have one of their own. */
const VIEWS: { readonly [E in keyof FlowAnswers]?: FlowView<FlowAnswers[E]> } = {
  items: {
    rows: ({ items, timeZone, unit }, time) => [
      [
        ...['KEY', 'SUMMARY', 'STAGE', 'STATE', 'FINISHED', 'TIME'],
        items[0]?.timeInStatus === undefined ? 'BACK' : 'IN STATUS',
      ],
      ...items.map(item => [
        ...[item.key, shortened(item.summary, SUMMARY_WIDTH), shortened(item.stage ?? '-', STAGE_WIDTH)],
        ...[item.state, dateText(item.finish, timeZone)],
        unit === 'exact' ? time(item.cycleTime ?? item.age) : datesOf(item),
        item.timeInStatus === undefined ? String(item.bounces) : time(item.timeInStatus),
      ]),
    ],
    notes: json => [json.unit === 'exact' ? timeNote(json) : datesNote('TIME')],
  },
  summary: {
    rows: (json, time) => [
      ...summaryRows(json, time),
      ...reopenedRows(json.reopened.by),
      ...(json.groups ? [[], ...groupRows(json.groups, time)] : []),
    ],
    notes: json => [...windowNotes(json), timeNote(json), whyNone(json.efficiency), json.noSle, sleNote(json)],
  },
  throughput: {
    rows: ({ buckets, sle }, time) => [
      [
        ...['PERIOD', 'FINISHED', 'WITHOUT START', 'REOPENED SINCE'],
        ...(sle && !sle.isDefault ? [`WITHIN ${time(sle.ms)}`] : []),
      ],
      ...buckets.map(({ withinSle, ...row }) => [
        ...[named(row), ...[row.finished, row.withoutStart, row.reopenedSince].map(String)],
        ...(withinSle ? [shareOf(withinSle)] : []),
      ]),
    ],
    notes: json => (json.sle ? [timeNote(json), sleNote(json)] : [json.noSle]),
  },
  wip: {
    rows: ({ buckets, unit }, time) => [
      ['PERIOD', 'IN PROGRESS', 'ARRIVALS', 'DEPARTURES', 'TOTAL AGE'],
      ...buckets.map(row => [
        named(row),
        ...[row.wip, row.arrivals, row.departures].map(String),
        unit === 'exact' ? time(row.totalAge) : `${row.totalAge} d`,
      ]),
    ],
    notes: json => [json.unit === 'exact' ? timeNote(json) : datesNote('TOTAL AGE')],
  },
  cumulative: {
    rows: ({ buckets }) => [
      ['PERIOD', 'STAGE', 'REACHED', 'IN STAGE'],
      ...buckets.flatMap(row =>
        row.stages.map(({ name, reached, state }) => [
          ...[named(row), shortened(name, SUMMARY_WIDTH), String(reached), String(state)],
        ]),
      ),
    ],
    notes: () => [],
  },
  ageing: {
    rows: ({ items, sle, blockedNow }, time) => [
      [
        ...['KEY', 'SUMMARY', 'STAGE', 'AGE', 'PACE'],
        ...(sle ? [`OVER ${time(sle.ms)}`, 'RISK'] : []),
        ...(blockedNow ? ['BLOCKED'] : []),
      ],
      ...items.map(item => [
        ...[item.key, shortened(item.summary, SUMMARY_WIDTH), shortened(item.stage, STAGE_WIDTH)],
        ...[time(item.age), item.pace ? shareOf(item.pace) : '-'],
        ...(sle ? [item.overSle ? 'yes' : 'no', item.overSle ? '-' : riskOf(item)] : []),
        ...(blockedNow ? [item.blockedSince === null ? 'no' : 'yes'] : []),
      ]),
    ],
    notes: json => [
      ...[timeNote(json), json.finished.why, json.noSle, sleNote(json)],
      json.items.some(({ pace }) => pace)
        ? 'PACE is the share of finished issues that had left the stage by this age.'
        : null,
      json.sle ? 'RISK is the chance to take longer than the SLE.' : null,
    ],
  },
  stability: {
    rows: stabilityRows,
    notes: json => [timeNote(json), json.why, json.noAverage],
  },
  stages: {
    rows: ({ stages }, time) => stageRows(stages, time),
    notes: json => [timeNote(json)],
  },
  waits: {
    rows: waitRows,
    notes: json => [timeNote(json), json.noWaiting],
  },
  blocked: {
    rows: blockedRows,
    notes: json => [timeNote(json), json.noBlocking],
  },
  sprints: {
    rows: sprintRows,
    notes: json => [json.noSprints],
  },
  forecast: {
    rows: forecastRows,
    notes: ({ noWhen, when, noBacktest }) => [noWhen, when?.note, noBacktest],
  },
  stays: {
    rows: ({ item, stays, timeZone }, time) => [
      ['STATUS', 'STAGE', 'ENTERED', 'TIME', 'COUNTED', 'WAITING', 'MOVES'],
      ...stays.map(stay => [
        ...[shortened(stay.status, STATUS_WIDTH), shortened(stay.stage ?? '-', STATUS_WIDTH)],
        ...[dateText(stay.entered, timeZone), time(stay.time), time(stay.counted), time(stay.waiting)],
        movesText(stay),
      ]),
      ...(item ? [['Total', '', '', '', time(item.cycleTime ?? item.age), time(item.waiting), '']] : []),
    ],
    notes: json => [timeNote(json), json.why],
  },
  dashboard: {
    rows: ({ attention, sle, waits, trend, forecast }, time) => [
      ['MEASURE', 'NOW', 'BEFORE', 'ISSUES', 'VERDICT'],
      ['in progress', String(attention.inProgress.count), String(attention.inProgress.previous), ''],
      ['parked', String(attention.parked.count), String(attention.parked.previous), ''],
      ['total age', time(attention.totalAge.ms), time(attention.totalAge.previous), ''],
      ...(sle && attention.overSle
        ? [[`older than ${time(sle.ms)}`, String(attention.overSle.count), String(attention.overSle.previous), '']]
        : []),
      ...(attention.blockedNow ? [['blocked now', String(attention.blockedNow.count), '', '']] : []),
      [`unchanged for over ${attention.unchanged.days} days`, String(attention.unchanged.count), '', ''],
      ['flow efficiency', efficiencyText(waits.efficiency), efficiencyText(trend.previous.efficiency), ''],
      ['finished', String(trend.finished), String(trend.previous.finished), ''],
      ['finished without start', String(trend.withoutStart), String(trend.previous.withoutStart), ''],
      ...(trend.cycleTime.values === null
        ? []
        : valueRows('cycle time', trend.cycleTime.count, trend.cycleTime.values.map(time))),
      ...Object.entries(trend.cycleTime.percentiles).map(([percent, { value }]) => [
        ...[`cycle time ${percent} %`, time(value)],
        ...[time(trend.previous.cycleTime.percentiles[percent]?.value ?? null), String(trend.cycleTime.count)],
        verdictText(trend.verdicts.cycleTime[percent]),
      ]),
      ...(sle && trend.withinSle && trend.previous.withinSle
        ? [['within SLE', shareOf(trend.withinSle), shareOf(trend.previous.withinSle), String(trend.withinSle.of)]]
        : []),
      [
        ...['first time through', shareOf(trend.firstTimeThrough), shareOf(trend.previous.firstTimeThrough)],
        String(trend.firstTimeThrough.of),
      ],
      ...(forecast.noForecast === null ? [[], ...forecastRows(forecast)] : []),
    ],
    notes: ({ attention, waits, trend, noSle, forecast: { noForecast, noWhen }, ...json }) => [
      ...windowNotes({ ...trend, timeZone: json.timeZone }),
      ...[timeNote(json), attention.finished.why, whyNone(waits.efficiency), noSle, sleNote(json), noForecast, noWhen],
    ],
  },
}

function forecastRows({ when, parts, howMany, backtest }: FlowAnswers['dashboard']['forecast']): string[][] {
  return [
    ['FORECAST', 'PROBABILITY', 'RESULT'],
    ...(when ? dateRows(`${when.count} issues finished`, when) : []),
    ...(parts ?? []).flatMap(({ query, count, when }) =>
      when
        ? dateRows(query === null ? `first ${count} issues` : `then ${count} of ${shortened(query, PART_WIDTH)}`, when)
        : [],
    ),
    ...(howMany?.byPercent.map(({ percent, count }) => [
      ...[`in ${howMany.days} days`, `${percent} %`, `${count} issues or more`],
    ]) ?? []),
    ...(backtest
      ? [['past forecasts', `${backtest.percent} %`, `came true ${backtest.cameTrue} of ${backtest.of} times`]]
      : []),
  ]
}

/** The widest query of a part of the work. */
const PART_WIDTH = 30

function dateRows(label: string, { byPercent }: Pick<NonNullable<FlowAnswers['forecast']['when']>, 'byPercent'>) {
  return byPercent.map(({ percent, date }) => [
    ...[label, `${percent} %`, date === null ? 'in more than 10 years' : `by ${date}`],
  ])
}

/** The most people who reopened issues in a table, and the widest name of one. */
const PEOPLE_SHOWN = 10
const PERSON_WIDTH = 36

/** Returns an empty row and a table of who reopened issues, those who did most often first; nothing if nobody did. */
function reopenedRows(people: FlowAnswers['summary']['reopened']['by']): string[][] {
  if (people.length === 0) return []
  const more = people.length - PEOPLE_SHOWN
  return [
    [],
    ['REOPENED BY', 'ISSUES', 'TIMES'],
    ...people
      .slice(0, PEOPLE_SHOWN)
      .map(({ user, issues, reopenings }) => [
        ...[shortened(user ?? '(unknown)', PERSON_WIDTH), String(issues), String(reopenings)],
      ]),
    ...(more > 0 ? [[`${more} more: see --json`]] : []),
  ]
}

type Groups = NonNullable<FlowAnswers['summary']['groups']>

function groupRows(groups: Groups, time: TimeFormat): string[][] {
  return [
    ['GROUP', 'CYCLE TIME', 'FIRST TIME', 'FINISHED', 'IN PROGRESS'],
    ...groups.map(({ group, finished, inProgress, cycleTime, firstTimeThrough }) => [
      ...[shortened(group ?? '(none)', SUMMARY_WIDTH), groupTimes(cycleTime, time), shareOf(firstTimeThrough)],
      ...[String(finished), String(inProgress.count)],
    ]),
  ]
}

function groupTimes({ percentiles, values }: Groups[number]['cycleTime'], time: TimeFormat): string {
  if (values !== null) return values.length === 1 ? '1 issue' : `${values.length} issues`
  return Object.entries(percentiles)
    .map(([percent, { value }]) => `${percent} %: ${time(value)}`)
    .join(', ')
}

/** A reopening is always a move backward. */
function movesText({ moves, undone }: FlowAnswers['stays']['stays'][number]): string {
  const shown = moves.includes('reopened') ? moves.filter(move => move !== 'backward') : moves
  return [...shown, ...(undone ? ['undone'] : [])].join(', ')
}

function named({ bucket, partial }: Pick<FlowAnswers['wip']['buckets'][number], 'bucket' | 'partial'>): string {
  return partial ? `${bucket} (part)` : bucket
}

/** Returns the cycle time or age of an item as a number of dates. */
function datesOf({ cycleTime, age }: FlowAnswers['items']['items'][number]): string {
  const days = cycleTime ?? age
  return days === null ? '-' : `${days} d`
}

/** Returns the risk to miss the SLE. */
function riskOf({ chanceToMissSle: chance }: FlowAnswers['ageing']['items'][number]): string {
  return chance === null ? '-' : shareOf(chance)
}
