import { beforeEach, describe, expect, it } from 'vitest'
import type { ListedProject } from '../../../src/access/admin/list-projects.ts'
import { browsableIn } from '../../../src/access/permissions/browsable-in.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import type { PermissionMode } from '../../../src/store/rows/connection-rows.ts'
import { deleteConnection } from '../../../src/store/rows/connection-rows.ts'
import { DEPS } from '../../edge/http/small-tracker.ts'
import { addConnection } from '../../support/connected-store.ts'
import { type AccessWorld, accessWorld } from '../permissions/access-world.ts'

let world: AccessWorld
let ref: string

beforeEach(async () => {
  world = await accessWorld()
  ref = (await world.store.catalogue()).projects[0]!.ref
  await world.workspace.access.addUser({ login: 'ben', groups: [], timeZone: null })
})

/** Connects the only project while `work` runs. */
async function connected<T>(mode: PermissionMode, isVisible: boolean, work: () => Promise<T>): Promise<T> {
  await addConnection(world.store, { name: 'jira', mode, projects: { [ref]: isVisible } })
  try {
    return await work()
  } finally {
    await world.store.transact(run => deleteConnection(run, 'jira'))
  }
}

/** Returns the line of the project, and whether a user without links and groups may browse it in mode `tokens`. */
async function listed(newProjects: 'open' | 'restricted'): Promise<[ListedProject, boolean]> {
  const { access, authenticate } = createWorkspace(world.store, { ...DEPS, newProjects })
  const { token } = await access.createToken('ben', null)
  const caller = await authenticate({ token, login: null })
  const browsable = await world.store.reports.snapshot(snapshot => browsableIn(snapshot, caller))
  return [(await access.projects())[0]!, browsable === null || browsable.projects.length > 0]
}

const NOBODY = { groups: [], users: [] }

describe('the list of projects', () => {
  it.each([
    ['tracker', true, { only: null, isNew: false, trackers: ['jira'], hiddenFrom: [] }],
    ['account', true, { only: null, isNew: false, trackers: [], hiddenFrom: [] }],
    ['manual', true, { only: NOBODY, isNew: true, trackers: [], hiddenFrom: [] }],
    ['account', false, { only: NOBODY, isNew: false, trackers: [], hiddenFrom: ['jira'] }],
  ] as const)(
    'says who may browse a new project of a connection in mode %s (visible: %s)',
    async (mode, visible, line) => {
      const [found] = await connected(mode, visible, () => listed('open'))
      expect(found).toMatchObject(line)
    },
  )

  it('says for everybody what a server in mode tokens decides about a user', async () => {
    const { access } = world.workspace
    const decided: boolean[] = []
    const compare = async () => {
      for (const newProjects of ['open', 'restricted'] as const) {
        const [{ only, trackers }, isAllowed] = await listed(newProjects)
        // The user has no link, so no tracker lets the user browse it.
        expect(only === null && trackers.length === 0).toBe(isAllowed)
        decided.push(isAllowed)
      }
    }
    for (const decide of [async () => {}, () => access.open('WEB'), () => access.restrict('WEB', [], [])]) {
      await decide()
      await compare()
      for (const mode of ['tracker', 'account', 'manual'] as const) {
        for (const isVisible of [true, false]) await connected(mode, isVisible, compare)
      }
    }
    expect(new Set(decided)).toEqual(new Set([true, false]))
  })
})
