import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { partRows } from '../../store/sql/flow/parts.ts'
import { unfinishedParts } from '../../store/sql/flow/present-totals.ts'

/** With each probability, the number of days after asOf until work is done, and the date; `null` if it takes more than ten years. */
export type PartDates = readonly {
  readonly percent: number
  readonly days: number | null
  readonly date: string | null
}[]

/** Returns what an answer says about the parts of the work: their numbers of issues, and their dates if there is a forecast. */
export function shownParts({ parts }: FlowPlan, counts: readonly number[], dates: readonly (PartDates | null)[]) {
  return counts.map((count, i) => {
    const byPercent = dates[i] ?? null
    return { query: parts[i - 1]?.query ?? null, count, when: byPercent && { byPercent } }
  })
}

/** Counts the issues of a plan that are not finished, in each part of the work. It reads the spooled `flow_stay` of all issues. */
export async function readParts(plan: FlowPlan, { spool, spooled, dialect }: Snapshot): Promise<number[]> {
  await spool('issue_part', partRows(plan, dialect))
  const counts = new Map((await spooled.run(unfinishedParts)).map(row => [Number(row.part), Number(row.unfinished)]))
  return [null, ...plan.parts].map((_, part) => counts.get(part) ?? 0)
}
