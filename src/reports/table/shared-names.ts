import { memoize } from '../../core/base/memoize.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { ColumnLevel } from '../../store/plan/report-types.ts'
import type { ColumnKey } from './column-key.ts'

/**
 * Returns whether the column of a key shares its name with another possible column of the request. These are the columns of
 * the chosen statuses or users, or else of all in the tracker. So the names in a file do not depend on its rows.
 */
export function sharedNames(plan: ReportPlan, catalogue: ReportNames): (key: ColumnKey) => boolean {
  const [outer, inner] = [sharedIn(plan.type.outer, plan, catalogue), sharedIn(plan.type.inner, plan, catalogue)]
  const isPair = plan.type.outer === 'transition'
  return key => outer(key.outer) || (isPair ? outer(key.inner) : inner(key.inner))
}

function sharedIn(level: ColumnLevel | null, plan: ReportPlan, catalogue: ReportNames): (id: string | null) => boolean {
  const shared = sharedIds(level, plan, catalogue)
  return id => id !== null && shared.has(id)
}

function sharedIds(level: ColumnLevel | null, plan: ReportPlan, catalogue: ReportNames): ReadonlySet<string> {
  if (level === 'user' && plan.assignees === null) return sharedByPeople(catalogue)
  return repeated(namesOf(level, plan, catalogue))
}

/** Returns the ids of the people who share their name with others. A tracker can have thousands of people. */
const sharedByPeople = memoize(({ people }: ReportNames) => repeated(people.map(named)))

interface Named {
  readonly id: string
  readonly name: string
}

function namesOf(level: ColumnLevel | null, plan: ReportPlan, catalogue: ReportNames): readonly Named[] {
  if (level === 'status') return plan.statusColumns ?? catalogue.statuses
  if (level === 'transition') {
    const chosen = plan.statusColumns && new Set(plan.statusColumns.flatMap(({ members }) => members))
    return catalogue.statuses.filter(({ id }) => chosen === null || chosen.has(id))
  }
  if (level === 'field') return plan.historyFields.map(({ field }) => field)
  if (level !== 'user') return []
  const chosen = new Set(plan.assignees)
  return catalogue.people.filter(({ id }) => chosen.has(id)).map(named)
}

function named({ id, displayName }: ReportNames['people'][number]): Named {
  return { id, name: displayName }
}

/** Returns the ids of the items that share their name with others. Ignores case. */
function repeated(named: readonly Named[]): ReadonlySet<string> {
  const ids = new Map<string, string[]>()
  for (const { id, name } of named) {
    const own = ids.get(name.toLowerCase())
    if (own) own.push(id)
    else ids.set(name.toLowerCase(), [id])
  }
  return new Set([...ids.values()].filter(own => own.length > 1).flat())
}
