import type { ProjectScope } from '../../store/rows/connection-rows.ts'
import type { TrackerProject } from '../source/tracker.ts'
import { isChosen } from './is-chosen.ts'
import type { Round } from './round.ts'

/**
 * Reads the projects of the account, and updates which are followed: new ones, those with another name, and those that
 * the account may not browse any more. Nothing is removed. Returns the projects of the tracker.
 */
export async function readProjects(round: Round): Promise<readonly TrackerProject[]> {
  const { connection, others, store } = round
  const projects = await round.tracker.projects()
  const followed = projects.filter(project => isChosen(connection.projects, project) && !others.has(project.id))
  for (const project of projects) {
    const other = isChosen(connection.projects, project) ? others.get(project.id) : undefined
    if (other !== undefined)
      round.warnings.push(`Project ${project.key} is left out: it belongs to the connection ${other}.`)
  }
  warnOfMissing(round, projects)
  const known = new Map(round.scopes.map(scope => [scope.project, scope]))
  const ids = new Set(followed.map(({ id }) => id))
  const added = followed.filter(({ id }) => !known.has(id))
  const renamed = followed.filter(({ id, key, name }) => {
    const scope = known.get(id)
    return scope !== undefined && (scope.key !== key || scope.name !== name)
  })
  const hidden = round.scopes.filter(({ isVisible, project }) => isVisible && !ids.has(project))
  if (added.length + renamed.length + hidden.length > 0) {
    await store.updateProjects({
      added: added.map(idKeyName),
      renamed: renamed.map(idKeyName),
      hidden: hidden.map(({ project }) => project),
      shown: [],
      at: round.now,
    })
    round.scopes = await store.scopes()
  }
  for (const { key, project } of round.scopes)
    if (!ids.has(project)) round.warnings.push(`The account may not browse project ${key} any more.`)
  return projects
}

/** Returns the scopes that the account may browse, by the list of projects that was just read. */
export function listedScopes({ scopes }: Round, projects: readonly TrackerProject[]): readonly ProjectScope[] {
  const ids = new Set(projects.map(({ id }) => id))
  return scopes.filter(({ project }) => ids.has(project))
}

function warnOfMissing({ connection, warnings, scopes }: Round, projects: readonly TrackerProject[]): void {
  for (const text of connection.projects ?? []) {
    const isKnown = projects.some(project => isChosen([text], project))
    const wasKnown = scopes.some(({ project, key }) => isChosen([text], { id: project, key }))
    if (!isKnown && !wasKnown) warnings.push(`The account may browse no project ${text}.`)
  }
}

function idKeyName({ id, key, name }: TrackerProject): TrackerProject {
  return { id, key, name }
}
