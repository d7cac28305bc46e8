import type { Store } from '../../store/engine/store.ts'
import { readAccess } from '../../store/rows/access-rows.ts'
import { type ConnectedProject, readConnectedProjects } from '../../store/rows/tracker-permissions.ts'
import { connectedByRef } from '../permissions/authenticate.ts'
import { isNewIn, type NewProjects } from '../permissions/new-projects.ts'

/** A project, and who may browse it in access mode `tokens`. */
export interface ListedProject {
  readonly key: string
  readonly name: string
  /** The groups and users that may browse it, besides administrators; `null` means everybody. */
  readonly only: { readonly groups: readonly string[]; readonly users: readonly string[] } | null
  /** Whether no administrator has set permissions yet, so that a default decides. */
  readonly isNew: boolean
  /** The connections whose tracker must also allow it. */
  readonly trackers: readonly string[]
  /** The connections whose account may no longer browse it, so that only administrators may. */
  readonly hiddenFrom: readonly string[]
}

const NOBODY = { groups: [], users: [] }

/** Lists all projects, and who may browse them in access mode `tokens`; see decideProject. */
export async function listProjects(store: Store, newProjects: NewProjects): Promise<readonly ListedProject[]> {
  const access = await store.cached(readAccess)
  const restrictions = new Map(access.restrictions.map(({ project, groups, users }) => [project, { groups, users }]))
  const isNewProject = isNewIn(access)
  // The modes and the projects of connections are the same for all users.
  const connected = connectedByRef(await store.snapshot(run => readConnectedProjects(run, '')))
  return (await store.catalogue()).projects.map(({ id, ref, key, name }) => {
    const connections = connected.get(ref) ?? []
    const named = (isNamed: (connection: ConnectedProject) => boolean) =>
      connections.filter(isNamed).map(({ connection }) => connection)
    const [trackers, hiddenFrom] = [named(({ mode }) => mode === 'tracker'), named(({ isVisible }) => !isVisible)]
    // In the other modes of connections, opening a project has no effect.
    const isNew = isNewProject(id) && (connections.length === 0 || connections.some(({ mode }) => mode === 'manual'))
    const isOpen = connections.length === 0 && newProjects === 'open'
    const only = restrictions.get(id) ?? (isNew && !isOpen ? NOBODY : null)
    return { key, name, only: hiddenFrom.length > 0 ? NOBODY : only, isNew, trackers, hiddenFrom }
  })
}
