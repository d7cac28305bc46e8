import { mapInSlices } from '../../core/base/in-slices.ts'
import type { Row } from '../../core/base/row.ts'
import type { Bucket } from '../../core/measure/flow/buckets.ts'
import { cumulativeRows } from '../../store/sql/flow/cumulative.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, rowsOf, tableOf } from './flow-result.ts'
import { bucketHead, EMPTY_WINDOW } from './flow-throughput.ts'
import { allLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolStays } from './spool-items.ts'

/**
 * Answers `flow/cumulative`: the issues that ever reached each stage by the end of each bucket, those in each stage then,
 * and those that went back behind their furthest stage.
 */
export async function flowCumulative(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolStays(plan, snapshot)
  const { bucket, buckets } = await readCumulative(flow)
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), bucket, buckets },
    table: tableOf(
      ['bucket', 'start', 'end', 'partial', 'stage', 'reached', 'state', 'wentBack'],
      rowsOf(buckets, ({ bucket, start, end, partial, stages: shown, wentBack }) =>
        shown.map(({ name, reached, state }) => [bucket, start, end, partial, name, reached, state, wentBack]),
      ),
    ),
    total: buckets.length,
    emptyReason: noIssues(plan, issues) ?? (buckets.length === 0 ? EMPTY_WINDOW : null),
  }
}

/** Reads the cumulative flow at the end of each bucket of a plan from `flow_stay`. */
export async function readCumulative({ plan, snapshot, signal }: Pick<PlannedFlow, 'plan' | 'snapshot' | 'signal'>) {
  const { run, dialect } = snapshot.spooled
  const changes = byBucket(await run(cumulativeRows(plan, dialect)))
  const { stages } = plan.workflow.workflow
  const now = { reached: stages.map(() => 0), state: stages.map(() => 0), wentBack: 0 }
  const add = (rows: readonly Row[]) => {
    for (const row of rows) addChange(now, String(row.change), Number(row.stage), Number(row.issues))
  }
  add(changes.get(-1) ?? [])
  const bucketRow = ({ end }: Bucket, number: number) => {
    add(changes.get(number) ?? [])
    return {
      ...bucketHead(plan, number),
      stages: stages.map(({ name }, i) => ({ name, reached: now.reached[i]!, state: now.state[i]! })),
      wentBack: now.wentBack,
      // What happens at the end of a bucket is in the next one.
      items: allLink(end <= plan.asOf ? end - 1 : plan.asOf, plan.asOf),
    }
  }
  return { bucket: plan.bucket.unit, buckets: await mapInSlices(plan.bucket.buckets, bucketRow, signal) }
}

function byBucket(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const number = Number(row.number)
    found.set(number, [...(found.get(number) ?? []), row])
  }
  return found
}

interface Counts {
  readonly reached: number[]
  readonly state: number[]
  wentBack: number
}

function addChange(counts: Counts, change: string, stage: number, issues: number): void {
  const { reached, state } = counts
  if (change === 'back') counts.wentBack += issues
  else if (change === 'state') state[stage]! += issues
  else if (change === 'reached') for (let i = stage; i < reached.length; i++) reached[i]! += issues
  else for (let i = stage + 1; i < reached.length; i++) reached[i]! -= issues
}
