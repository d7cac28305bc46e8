import { firstOf } from '../../../core/base/first-of.ts'
import type { JqlCatalogue } from '../../../core/catalogue/jql-catalogue.ts'
import { quoted, Unresolved } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import { resolveSprint } from '../resolve-names.ts'
import { sprintParts } from './flow-parameters.ts'
import type { FlowPlan } from './flow-plan.ts'

/** The parameters that select items by sprints. */
export type SprintParameter = 'inSprint' | 'sprintPart' | 'sprintCount'

/** The most names of sprints in a message. */
const MAX_LISTED = 20

/** More sprints than an issue has. */
const MOST_SPRINTS = 9999

/** Reads the parameters that select items by sprints. */
export function chooseSprint(
  values: RequestValues<SprintParameter>,
  jql: JqlCatalogue,
): Pick<FlowPlan, 'inSprint' | 'sprintCount'> {
  const part = values.choice('sprintPart', sprintParts) ?? null
  const sprintId = readSprint(values, jql)
  if (part !== null && values.text('inSprint') === undefined) values.require('inSprint', ' with sprintPart')
  return { inSprint: sprintId === null ? null : { sprintId, part }, sprintCount: readCount(values) }
}

function readSprint(values: RequestValues<SprintParameter>, jql: JqlCatalogue): string | null {
  const text = values.text('inSprint')
  if (text === undefined) return null
  const found = resolveSprint(jql, text, values.problems)
  if (!(found instanceof Unresolved)) return found.id
  const known = jql.entries('sprint').map(({ name }) => name)
  const end = found.why.endsWith('?') ? '' : '.'
  const allowed = known.length === 0 ? 'No sprint is known' : `Allowed: ${firstOf(known, MAX_LISTED)}`
  values.problems.add('inSprint', `${quoted(text)} ${found.why}${end} ${allowed}`)
  return null
}

function readCount(values: RequestValues<SprintParameter>): number | null {
  const text = values.text('sprintCount')
  if (text === undefined) return null
  if (/^\d{1,4}$/.test(text)) return Number(text)
  values.problems.add(
    'sprintCount',
    `${quoted(text)} is not possible. Allowed: whole numbers from 0 to ${MOST_SPRINTS}`,
  )
  return null
}
