import type { Store } from '../../src/store/store.ts'
import { createWorkspace, type Workspace, type WorkspaceDeps } from '../../src/workspace/workspace.ts'
import { DEPS, fileOf, NOW, smallTracker } from '../http/small-tracker.ts'
import { temporaryStore } from '../support/temporary-store.ts'

/** A store with the small tracker, some people and groups, and a clock that tests control. */
export interface AccessWorld {
  readonly store: Store
  readonly workspace: Workspace
  readonly clock: { now: number }
}

const PEOPLE = [
  { name: 'ann', key: 'JIRAUSER10100', emailAddress: 'ann@example.org', displayName: 'Ann Archer' },
  { accountId: '5b10ac8d-Cloud', emailAddress: 'cid@example.org', displayName: 'Cid Cloud' },
  // The login of this user is the key of another one.
  { name: 'jirauser10100', key: 'JIRAUSER10200', displayName: 'Impostor' },
]

const GROUPS = [
  { name: 'Builders', members: ['ann'] },
  { name: 'administrators', members: ['ann'] },
]

/** Creates such a store, with other dependencies of its workspace. */
export async function accessWorld(own: Partial<WorkspaceDeps> = {}): Promise<AccessWorld> {
  const store = await temporaryStore()
  const clock = { now: NOW }
  const workspace = createWorkspace(store, { ...DEPS, now: () => clock.now, ...own })
  const json = (value: unknown) => ({ name: 'list', text: JSON.stringify(value) })
  const lists = { users: json(PEOPLE), groups: json(GROUPS) }
  const files = [fileOf(smallTracker())]
  await workspace.importFiles({ files, lists, skipInvalid: false, at: NOW })
  return { store, workspace, clock }
}
