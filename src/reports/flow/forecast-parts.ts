import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { unfinishedParts } from '../../store/sql/flow/present-totals.ts'
import { unfinishedLink } from './item-link.ts'
import { spoolParts } from './spool-items.ts'

/** With each probability, the number of days after asOf until work is done, and the date; `null` if it takes more than ten years. */
export type PartDates = readonly {
  readonly percent: number
  readonly days: number | null
  readonly date: string | null
}[]

/** Returns what an answer says about the parts of the work: their numbers of issues, and their dates if there is a forecast. */
export function shownParts({ parts, asOf }: FlowPlan, counts: readonly number[], dates: readonly (PartDates | null)[]) {
  return counts.map((count, i) => {
    const byPercent = dates[i] ?? null
    const items = { ...unfinishedLink(asOf), part: String(i + 1) }
    return { query: parts[i - 1]?.query ?? null, count, items, when: byPercent && { byPercent } }
  })
}

/** Counts the issues of a plan that are not finished, in each part of the work. It reads the spooled `flow_stay` of all issues. */
export async function readParts(plan: FlowPlan, snapshot: Snapshot): Promise<number[]> {
  await spoolParts(plan, snapshot)
  const rows = await snapshot.spooled.run(unfinishedParts)
  const counts = new Map(rows.map(row => [Number(row.part), Number(row.unfinished)]))
  return [null, ...plan.parts].map((_, i) => counts.get(i + 1) ?? 0)
}
