import type { Row } from '../../core/base/row.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { numberOrNull } from '../../store/engine/row-values.ts'
import { sprintParts } from '../../store/plan/flow/flow-parameters.ts'
import { partColumn, sprintCounts, sprintDates, sprintsPerIssue, sprintTotals } from '../../store/sql/flow/sprints.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowTable, tableOf } from './flow-result.ts'
import { allLink, finishedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolMoments, spoolSprints } from './spool-items.ts'

/** Answers `flow/sprints`: what each sprint committed to, and what became of it. */
export async function flowSprints(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolMoments(plan, snapshot)
  await spoolSprints(plan, snapshot)
  const { run } = snapshot.spooled
  const sprints = await readSprints(flow)
  const [counts] = await run(sprintCounts)
  const [all, undated] = [Number(counts!.all_sprints), Number(counts!.undated)]
  const perIssue = (await run(sprintsPerIssue(plan))).map(row => ({
    sprints: Number(row.sprints),
    issues: Number(row.issues),
    items: finishedLink(plan.from, plan.to, plan, { sprintCount: String(row.sprints) }),
  }))
  const noSprints = sprints.length > 0 ? null : whyNone(all, undated)
  return {
    json: {
      ...(await flowHead({ plan, snapshot, issues })),
      sprints,
      undated,
      finished: {
        count: perIssue.reduce((sum, one) => sum + one.issues, 0),
        items: finishedLink(plan.from, plan.to, plan),
      },
      perIssue,
      noSprints,
    },
    table: sprintTable(sprints),
    total: sprints.length,
    emptyReason: noIssues(plan, issues) ?? noSprints,
  }
}

/** Returns why no sprint is shown. */
function whyNone(all: number, undated: number): string {
  if (all === 0)
    return 'No issue with a change log was ever in a sprint. Import or connect a tracker with the field Sprint.'
  return undated === all
    ? 'No sprint has a known start before its end. Import issues with all fields, or connect the tracker.'
    : 'No sprint with a known start lies between from and to.'
}

/** Reads the sprints that overlap with the window, the first start first. */
async function readSprints({ plan, snapshot }: PlannedFlow) {
  const dates = new Map((await snapshot.run(sprintDates)).map(row => [String(row.id), row]))
  const rows = await snapshot.spooled.run(sprintTotals(plan))
  const sprints = rows.map(row => ({ row, dates: dates.get(String(row.sprint_id))! }))
  const order = ({ dates }: (typeof sprints)[number]) => [Number(dates.start_ms), String(dates.id)] as const
  return sprints
    .toSorted((a, b) => order(a)[0] - order(b)[0] || (order(a)[1] < order(b)[1] ? -1 : 1))
    .map(({ row, dates }) => sprintOf(row, dates, plan))
}

function sprintOf(row: Row, dates: Row, { asOf }: PlannedFlow['plan']) {
  const [id, end] = [String(dates.id), numberOrNull(dates.end_ms ?? null)]
  const linked = (part: (typeof sprintParts)[number]) => ({
    count: Number(row[partColumn(part)]),
    items: { ...allLink(asOf, asOf), inSprint: id, sprintPart: part },
  })
  return {
    id,
    name: String(dates.name),
    start: formatInstant(Number(dates.start_ms)),
    end: end === null ? null : formatInstant(end),
    endIs: end === null ? null : dates.is_completed === true ? ('completed' as const) : ('planned' as const),
    isOver: end !== null && end <= asOf,
    committed: linked('committed'),
    added: linked('added'),
    removed: linked('removed'),
    inAtEnd: linked('inAtEnd'),
    finished: linked('finished'),
    finishedBefore: linked('finishedBefore'),
    carriedOver: linked('carriedOver'),
    finishUnknown: linked('finishUnknown'),
  }
}

function sprintTable(sprints: Awaited<ReturnType<typeof readSprints>>): FlowTable {
  const facts = ['id', 'name', 'start', 'end', 'endIs', 'isOver'] as const
  return tableOf(
    [...facts, ...sprintParts],
    sprints.map(sprint => [...facts.map(fact => sprint[fact]), ...sprintParts.map(part => sprint[part].count)]),
  )
}
