import type { Sle } from '../../core/measure/flow/workflow.ts'
import { labelTimes } from '../../store/sql/flow/group-ranks.ts'
import { groupTotals, itemGroupRows } from '../../store/sql/flow/groups.ts'
import { ANSWER_LIMITS, refuseTooManyCells } from '../report/answer-limits.ts'
import { type FlowTable, tableOf } from './flow-result.ts'
import { finishedLink, inProgressLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { NO_VALUES, readGroupValues } from './ranked-values.ts'

/** The number of values of a group, for the limit on the size of an answer. */
const COLUMNS = 10

/**
 * Reads the numbers of each group of issues from `flow_item`, without groups that have none, with the attainment of an SLE. It spools
 * `item_group`.
 */
export async function readGroups({ plan, snapshot }: PlannedFlow, sle: Sle | null) {
  const { run, dialect } = snapshot.spooled
  await snapshot.spool('item_group', itemGroupRows(plan, snapshot.dialect))
  const rows = await run(groupTotals(plan, sle?.ms ?? null, dialect))
  refuseTooManyCells(rows.length, COLUMNS, ANSWER_LIMITS.partCells)
  const ranksOf = (measure: 'cycleTime' | 'leadTime') =>
    readGroupValues(labelTimes(measure, plan), plan.percentiles, snapshot.spooled)
  const [cycleTimes, leadTimes] = [await ranksOf('cycleTime'), await ranksOf('leadTime')]
  return rows.map(row => {
    const number = (name: string) => Number(row[name] ?? 0)
    const label = String(row.label)
    const group = label === '' ? null : label
    const started = number('finished') - number('without_start')
    const inGroup = { groupBy: plan.groupBy!.item, inGroup: JSON.stringify([group]) }
    const link = (more = {}) => finishedLink(plan.from, plan.to, plan, { ...inGroup, ...more })
    return {
      group,
      finished: number('finished'),
      withoutStart: number('without_start'),
      items: link(),
      itemsWithoutStart: link({ only: 'withoutStart' }),
      itemsWithStart: link({ only: 'withStart' }),
      inProgress: { count: number('in_progress'), items: { ...inProgressLink(plan.asOf, plan.asOf), ...inGroup } },
      cycleTime: cycleTimes.get(label) ?? NO_VALUES,
      leadTime: leadTimes.get(label) ?? NO_VALUES,
      active: number('active'),
      waiting: number('waiting'),
      blockedTime: row.blocked === null ? null : number('blocked'),
      firstTimeThrough: {
        count: number('first_time'),
        of: started,
        items: link({ only: 'firstTimeThrough' }),
        itemsNot: link({ only: 'wentBack' }),
      },
      withinSle: sle && {
        count: number('within'),
        of: started,
        items: link({ only: 'withinSle', sle: String(sle.ms) }),
      },
    }
  })
}

type Group = Awaited<ReturnType<typeof readGroups>>[number]

/** Returns the numbers of groups as a table: a row for each group. */
export function groupTable(percents: readonly number[], groups: readonly Group[]): FlowTable {
  const measures = ['cycleTime', 'leadTime'] as const
  const times = measures.flatMap(name => [...percents.map(percent => `${name} p${percent}`), `${name} values`])
  const rest = ['active', 'waiting', 'blocked', 'firstTimeThrough', 'withinSle', 'started'] as const
  return tableOf(
    ['group', 'finished', 'withoutStart', 'inProgress', ...times, ...rest],
    groups.map(group => [
      ...[group.group, group.finished, group.withoutStart, group.inProgress.count],
      ...measures.flatMap(name => {
        const { percentiles, values } = group[name]
        return [...percents.map(percent => percentiles[percent]?.value ?? null), values?.join(' ') ?? null]
      }),
      ...[group.active, group.waiting, group.blockedTime, group.firstTimeThrough.count],
      ...[group.withinSle?.count ?? null, group.firstTimeThrough.of],
    ]),
  )
}
