import { asSentence } from '../../../core/base/as-sentence.ts'
import type { Steps } from '../../../core/base/in-slices.ts'
import type { ReportNames } from '../../../core/catalogue/report-names.ts'
import type { Workflow } from '../../../core/measure/flow/workflow.ts'
import { HOUR } from '../../../core/time/local-time.ts'
import type { PlanContext } from '../plan-context.ts'
import { oneOf, quoted, Unresolved } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import { resolveKnownPerson, resolveStatus } from '../resolve-names.ts'
import { WORKFLOW_LIMITS } from '../workflow/workflow-definition.ts'
import { chooseSprint, type SprintParameter } from './choose-sprint.ts'
import { itemFilters, itemOrders, itemStates, sleFilters } from './flow-parameters.ts'
import type { FlowPlan } from './flow-plan.ts'

type ItemParameter =
  | 'workflow'
  | 'state'
  | 'only'
  | 'sle'
  | 'levels'
  | 'reopenedBy'
  | 'wasIn'
  | 'orderBy'
  | StageName
  | ReasonName
  | SprintParameter

/** Reads the parameters that select and order items. */
export function* chooseItems(
  values: RequestValues<ItemParameter>,
  { catalogue, jql }: Pick<PlanContext, 'catalogue' | 'jql'>,
  { workflow, levels }: { readonly workflow: Workflow; readonly levels: FlowPlan['levels'] },
): Steps<
  Pick<
    FlowPlan,
    | 'states'
    | 'only'
    | 'sle'
    | 'reopenedBy'
    | 'wasIn'
    | 'orderBy'
    | StageChoice
    | ReasonName
    | 'inSprint'
    | 'sprintCount'
  >
> {
  const only = values.choice('only', itemFilters) ?? null
  if (only === 'otherLevels' && levels !== 'all') {
    values.problems.add('only', `${quoted(only)} needs levels=all`)
  }
  return {
    states: yield* chooseStates(values),
    only,
    sle: chooseSle(values, only),
    reopenedBy: chooseReopenedBy(values, catalogue),
    wasIn: chooseWasIn(values, catalogue),
    orderBy: values.choice('orderBy', itemOrders, 'finish') ?? 'finish',
    ...chooseStages(values, workflow),
    blockedBy: chooseReason(values, 'blockedBy', workflow),
    blockedNowBy: chooseReason(values, 'blockedNowBy', workflow),
    ...chooseSprint(values, jql),
  }
}

function* chooseStates(values: RequestValues<'state'>): Steps<FlowPlan['states']> {
  const texts = yield* values.list('state')
  if (texts.length === 0) return ['finished', 'inProgress']
  const allowed = [...itemStates, 'all'] as const
  const found = new Set<string>()
  for (const text of texts) {
    const state = allowed.find(one => one.toLowerCase() === text.toLowerCase())
    if (state === undefined) values.problems.add('state', values.notPossible(text, allowed))
    else found.add(state)
    yield
  }
  return found.has('all') ? null : itemStates.filter(state => found.has(state))
}

const MAX_SLE = WORKFLOW_LIMITS.hours * HOUR

function chooseSle(values: RequestValues<'sle'>, only: FlowPlan['only']): FlowPlan['sle'] {
  const text = values.text('sle')
  if (text === undefined) return null
  const ms = /^\d{1,13}$/.test(text) ? Number(text) : null
  if (ms === null || ms > MAX_SLE) {
    values.problems.add('sle', `${quoted(text)} is not possible. Allowed: whole milliseconds from 0 to ${MAX_SLE}`)
  } else if (!sleFilters.some(name => name === only)) {
    values.problems.add('sle', `${quoted(text)} is only possible with ${oneOf(sleFilters.map(name => `only=${name}`))}`)
  }
  return ms
}

function chooseReopenedBy(values: RequestValues<'reopenedBy'>, catalogue: ReportNames): FlowPlan['reopenedBy'] {
  const text = values.text('reopenedBy')
  if (text === undefined) return null
  if (text.toLowerCase() === NOBODY) return { personId: null }
  const found = resolveKnownPerson(catalogue, text, values.problems)
  if (!(found instanceof Unresolved)) return { personId: found.id }
  values.problems.add(
    'reopenedBy',
    `${quoted(text)} ${asSentence(found.why)} Send '${NOBODY}' for reopenings without an author`,
  )
  return null
}

/** The value of `reopenedBy` for reopenings without an author. */
export const NOBODY = 'none'

function chooseWasIn(values: RequestValues<'wasIn'>, catalogue: ReportNames): FlowPlan['wasIn'] {
  const text = values.text('wasIn')
  if (text === undefined) return null
  const found = resolveStatus(catalogue, text, values.problems)
  if (!(found instanceof Unresolved)) return found.id
  values.problems.add('wasIn', `${quoted(text)} ${found.why}`)
  return null
}

/** The parameters that name a reason of blocking. */
type ReasonName = 'blockedBy' | 'blockedNowBy'

/** The reason that stands for all of them. */
export const ANY_REASON = 'any'

/** Reads a reason of blocking. That of a field can have any value, because no list has them all. */
function chooseReason(values: RequestValues<ReasonName | 'workflow'>, name: ReasonName, { blocked }: Workflow) {
  const text = values.text(name)
  if (text === undefined) return null
  const fields = blocked.fields.map(id => `field:${id}:`)
  const others = [...blocked.statuses.map(id => `status:${id}`), ...blocked.labels.map(label => `label:${label}`)]
  const reasons = [...fields.map(field => `${field}<id of a value>`), ...others]
  const isReason =
    text === ANY_REASON ? reasons.length > 0 : others.includes(text) || fields.some(field => text.startsWith(field))
  // Without a workflow no reason is wrong.
  if (!isReason && !values.problems.has('workflow')) {
    const known =
      reasons.length === 0 ? 'Nothing blocks issues in the workflow' : `Reasons: ${[ANY_REASON, ...reasons].join(', ')}`
    values.problems.add(name, `${quoted(text)} is not a reason of blocking. ${known}`)
  }
  return text
}

/** The parameters that name a stage. */
type StageName = 'movedFrom' | 'movedTo' | 'reached' | 'inStage' | 'wasInStage'

type StageChoice = 'movedBack' | 'reached' | 'inStage' | 'wasInStage'

/** Reads the parameters that select items by the stages of their lives. `movedFrom` and `movedTo` belong together. */
function chooseStages(
  values: RequestValues<StageName | 'workflow'>,
  { stages }: Workflow,
): Pick<FlowPlan, StageChoice> {
  const stageOf = (name: StageName) => {
    const text = values.text(name)
    if (text === undefined) return null
    const index = stages.findIndex(stage => stage.name.toLowerCase() === text.toLowerCase())
    const names = stages.map(stage => stage.name)
    // Without a workflow no name is wrong.
    if (index === -1 && !values.problems.has('workflow')) {
      values.problems.add(name, `${quoted(text)} is not a stage. Stages: ${names.join(', ')}`)
    }
    return index
  }
  const [from, to] = [stageOf('movedFrom'), stageOf('movedTo')]
  if (from === null && to !== null) values.require('movedFrom', ' with movedTo')
  if (to === null && from !== null) values.require('movedTo', ' with movedFrom')
  const isForward = from !== null && to !== null && from !== -1 && to >= from
  if (isForward) {
    values.problems.add('movedTo', `${quoted(stages[to]!.name)} is not left of movedFrom ${quoted(stages[from]!.name)}`)
  }
  const movedBack = from === null || to === null ? null : { from, to }
  const [reached, inStage, wasInStage] = [stageOf('reached'), stageOf('inStage'), stageOf('wasInStage')]
  return { movedBack, reached, inStage, wasInStage }
}
