import type { FlowAnswers } from '../../app/operations/flow.ts'
import type { TimeFormat } from './flow-cells.ts'
import { singleRows } from './flow-waits-rows.ts'
import type { Rows } from './in-columns.ts'
import { shortened } from './terminal-text.ts'

type Stages = FlowAnswers['stages']['stages']

/** The widest name of a stage. */
const NAME_WIDTH = 14

/**
 * Returns the work in each stage, and the stays of finished issues there. Two more tables have the single times of the stages with
 * fewer than ten.
 */
export function stageRows(stages: Stages, time: TimeFormat): Rows {
  const distributions = stages.flatMap(({ presentStays, finishedStays }) => [presentStays, finishedStays])
  const percents = [...new Set(distributions.flatMap(({ percentiles }) => Object.keys(percentiles)))]
  const cells = ({ percentiles }: Stages[number]['presentStays']) =>
    percents.map(percent => time(percentiles[percent]?.value ?? null))
  const header = percents.map(percent => `${percent} %`)
  return [
    ['STAGE', 'IN PROGRESS', 'TOTAL AGE', ...header, 'FINISHED', 'STAYS', ...header],
    ...stages.map(({ name, wip, totalAge, presentStays, finishedIssues, finishedStays }) => [
      ...[shortened(name, NAME_WIDTH), String(wip), time(totalAge), ...cells(presentStays)],
      ...[String(finishedIssues), String(finishedStays.count), ...cells(finishedStays)],
    ]),
    ...singleRows('IN PROGRESS IN', valuesOf(stages, 'presentStays'), time),
    ...singleRows('FINISHED, IN', valuesOf(stages, 'finishedStays'), time),
  ]
}

function valuesOf(stages: Stages, of: 'presentStays' | 'finishedStays') {
  return stages.map(stage => [stage.name, stage[of].values] as const)
}
