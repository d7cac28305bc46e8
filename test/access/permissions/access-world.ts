import { createWorkspace, type Workspace, type WorkspaceDeps } from '../../../src/app/workspace/workspace.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { DEPS, fileOf, NOW, smallTracker } from '../../edge/http/small-tracker.ts'
import { type StoreTemplate, storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'

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

const imported = storeTemplate(importPeople)

/** Imports the small tracker, the people and the groups into a store, and returns its workspace. */
export async function importPeople(store: Store): Promise<Workspace> {
  const workspace = createWorkspace(store, DEPS)
  const json = (value: unknown) => ({ name: 'list', text: JSON.stringify(value) })
  const lists = { users: json(PEOPLE), groups: json(GROUPS) }
  await workspace.importFiles({ files: [fileOf(smallTracker())], lists, skipInvalid: false, at: NOW })
  return workspace
}

/** Creates such a store, with other dependencies of its workspace, or another template of the store. */
export async function accessWorld(own: Partial<WorkspaceDeps> = {}, template?: StoreTemplate): Promise<AccessWorld> {
  const { copyTo } = template ?? (await imported())
  const store = await openTemporaryStore(copyTo)
  const clock = { now: NOW }
  return { store, workspace: createWorkspace(store, { ...DEPS, now: () => clock.now, ...own }), clock }
}
