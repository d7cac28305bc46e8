import type { FlowAnswers } from '../../app/operations/flow.ts'
import { commaLines } from './comma-lines.ts'
import type { TimeFormat } from './flow-cells.ts'
import type { Rows } from './in-columns.ts'
import { shortened, TERMINAL_WIDTH } from './terminal-text.ts'

type Waits = FlowAnswers['waits']

/** The widest name of a status or stage. */
const NAME_WIDTH = 14

/**
 * Returns the times of finished issues by status: the percentiles of an issue, and the totals. After empty rows follow the
 * single times of the statuses of fewer than ten issues, and the moves back.
 */
export function waitRows({ statuses, goesBack, noWaiting, workflow }: Waits, time: TimeFormat): Rows {
  const percents = [...new Set(statuses.flatMap(({ percentiles }) => Object.keys(percentiles)))]
  const [canWait, isBlockable] = [noWaiting === null, canBlock(workflow)]
  return [
    [
      ...['STATUS', 'STAGE', 'ISSUES', ...percents.map(percent => `${percent} %`), 'TOTAL', 'ACTIVE'],
      ...(canWait ? ['WAITING'] : []),
      ...(isBlockable ? ['BLOCKED'] : []),
    ],
    ...statuses.map(({ status, stage, issues, percentiles, active, waiting, blocked, ...all }) => [
      ...[shortened(status, NAME_WIDTH), shortened(stage ?? '-', NAME_WIDTH), String(issues)],
      ...percents.map(percent => time(percentiles[percent]?.value ?? null)),
      ...[all.time, active, ...(canWait ? [waiting] : []), ...(isBlockable ? [blocked] : [])].map(time),
    ]),
    ...singleRows(
      'STATUS',
      statuses.map(({ status, values }) => [status, values]),
      time,
    ),
    ...(goesBack.length === 0 ? [] : [[], ['MOVED BACK FROM', 'TO', 'ISSUES', 'MOVES']]),
    ...goesBack.map(({ from, to, issues, moves }) => [
      ...[shortened(from, NAME_WIDTH), shortened(to, NAME_WIDTH), String(issues), String(moves)],
    ]),
  ]
}

/**
 * Returns a table of single times by name, after an empty row; nothing without times. Percentiles of fewer than ten would say too
 * much.
 */
export function singleRows(
  column: string,
  named: readonly (readonly [string, readonly number[] | null])[],
  time: TimeFormat,
): Rows {
  const rows = named.flatMap(([name, values]) =>
    commaLines(values?.map(time) ?? [], TERMINAL_WIDTH - NAME_WIDTH - 2).map((line, i) => [
      i === 0 ? shortened(name, NAME_WIDTH) : '',
      line,
    ]),
  )
  return rows.length === 0 ? [] : [[], [column, 'TIMES OF FEWER THAN TEN ISSUES'], ...rows]
}

/** Returns whether something can block issues. */
function canBlock({ blocked }: Waits['workflow']): boolean {
  return Object.values(blocked).some(sources => sources.length > 0)
}
