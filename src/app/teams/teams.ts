import type { RequestContext } from '../../access/permissions/request-context.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import { flowOn } from '../../reports/flow/flow.ts'
import { type ReportDeps, withSnapshot } from '../../reports/report/run-report.ts'
import { DEFAULT_WORKFLOW } from '../../store/plan/workflow/default-workflow.ts'
import type { ViewRow } from '../../store/rows/view-rows.ts'
import { readWhole } from '../views/read-view-content.ts'
import {
  changeSaved,
  createSaved,
  listSaved,
  openable,
  ownNamed,
  removeSaved,
  restoreSaved,
  shownTo,
  type ViewDeps,
} from '../views/saved.ts'
import type { ReadSaved, SavedContent, SavedRules } from '../views/saved-rules.ts'
import type { ViewListRequest } from '../views/view-types.ts'
import { findWorkflow, type WorkflowDeps } from '../workflows/workflows.ts'
import { isTeamParameter, parameterNameProblems } from './parameter-names.ts'
import type { Team, TeamList, TeamSave } from './team-types.ts'

/** The dependencies of teams. */
export type TeamDeps = ViewDeps & WorkflowDeps

const TEAMS: SavedRules = {
  kind: 'team',
  parameterProblems,
  errors: {
    invalid: messages => new UserError('TEAM_INVALID', { messages }),
    notOwn: name => new UserError('TEAM_NOT_OWN', { name }),
    taken: (name, id) => new UserError('TEAM_TAKEN', { name, id }),
    tooMany: most => new UserError('TEAMS_TOO_MANY', { most }),
    tooManyShared: (count, most) => new UserError('SHARED_TEAMS_TOO_MANY', { count, most }),
    unknown: id => new UserError('TEAM_UNKNOWN', { id }),
  },
}

/** Returns a team; see `openable`. Throws TEAM_UNKNOWN. */
export async function findTeam(deps: TeamDeps, id: string, requestContext: RequestContext): Promise<Team> {
  return teamOf(requestContext, await openable(TEAMS, deps, id, requestContext))
}

/** Returns a page of the teams that the caller may open, by name. Throws FORBIDDEN. */
export async function listTeams(
  deps: TeamDeps,
  request: ViewListRequest,
  requestContext: RequestContext,
): Promise<TeamList> {
  const { views, ...page } = await listSaved(TEAMS, deps, request, requestContext)
  return { ...page, teams: views.map(view => teamOf(requestContext, view)) }
}

/**
 * Saves the team that a JSON body describes, under its name: replaces the own one with this name or id, or adds one. A saved workflow
 * is copied into it, so it does not change with that.
 *
 * Throws TEAM_INVALID with all errors, TEAM_UNKNOWN, TEAM_NOT_OWN, TEAM_TAKEN, TEAMS_TOO_MANY and SHARED_TEAMS_TOO_MANY.
 */
export async function saveTeam(
  deps: TeamDeps,
  name: string,
  body: unknown,
  requestContext: RequestContext,
): Promise<TeamSave> {
  const read = readWhole(body, ['name', 'sharing', 'group', 'parameters'])
  const content = await withOwnWorkflow(deps, read.content, requestContext)
  const saved: ReadSaved = { problems: read.problems, content: { ...content, endpoint: 'team', display: [] } }
  const before =
    (await ownNamed(TEAMS, deps, name.trim(), requestContext)) ??
    (content.name === undefined || content.name === name.trim()
      ? null
      : await openable(TEAMS, deps, name, requestContext))
  const view =
    before === null
      ? await createSaved(TEAMS, deps, saved, requestContext)
      : await changeSaved(TEAMS, deps, before, saved, requestContext)
  return { team: teamOf(requestContext, view), isNew: before === null }
}

/** Removes a team. Throws TEAM_UNKNOWN and TEAM_NOT_OWN. */
export function removeTeam(deps: TeamDeps, id: string, requestContext: RequestContext): Promise<void> {
  return removeSaved(TEAMS, deps, id, requestContext)
}

/** Restores a team that the caller removed at most a day ago. Throws as `saveTeam`. */
export async function restoreTeam(deps: TeamDeps, id: string, requestContext: RequestContext): Promise<Team> {
  return teamOf(requestContext, await restoreSaved(TEAMS, deps, id, requestContext))
}

function teamOf(requestContext: RequestContext, view: ViewRow): Team {
  const { name, sharing, group, parameters } = view
  return { ...shownTo(requestContext, view), name, sharing, group, parameters }
}

/** Replaces the id or name of a saved workflow with its definition. An unknown one stays, and is an error. */
async function withOwnWorkflow(
  deps: TeamDeps,
  content: Partial<SavedContent>,
  requestContext: RequestContext,
): Promise<Partial<SavedContent>> {
  const { parameters } = content
  if (parameters === undefined) return content
  const copied = parameters.map(async one => {
    const text = one.value.trim()
    const isNamed = isWorkflow(one.name) && text !== '' && !text.startsWith('{')
    if (!isNamed || text.toLowerCase() === DEFAULT_WORKFLOW) return one
    return { ...one, value: await definitionOf(deps, text, requestContext) }
  })
  return { ...content, parameters: await Promise.all(copied) }
}

function isWorkflow(name: string): boolean {
  return name.toLowerCase() === 'workflow'
}

async function definitionOf(deps: TeamDeps, name: string, requestContext: RequestContext): Promise<string> {
  try {
    return JSON.stringify((await findWorkflow(deps, name, requestContext)).definition)
  } catch (error) {
    if (isUserError(error, 'WORKFLOW_UNKNOWN')) return name
    throw error
  }
}

/** Returns the errors of the parameters of a team for a caller. */
function parameterProblems(
  { parameters }: Pick<SavedContent, 'parameters'>,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<readonly string[]> {
  const names = parameterNameProblems(parameters)
  return withSnapshot(deps, requestContext, async whole => {
    const sent = parameters
      .filter(isTeamParameter)
      .map(({ name, value }) => ({ name, value, location: 'body' as const }))
    try {
      await flowOn(whole, { endpoint: 'dashboard', parameters: sent }, deps, requestContext)
      return names
    } catch (error) {
      if (isUserError(error, 'REPORT_INVALID')) return [...names, ...error.parameters.messages]
      throw error
    }
  })
}
