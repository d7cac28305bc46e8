import { beforeEach, describe, expect, it } from 'vitest'
import { browsableIn } from '../../../src/access/permissions/browsable-in.ts'
import type { NewProjects } from '../../../src/access/permissions/new-projects.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { migrations } from '../../../src/store/engine/schema.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { DEPS, fileOf, LISTS, NOW, smallTracker } from '../../edge/http/small-tracker.ts'
import { type AccessWorld, accessWorld } from './access-world.ts'

let world: AccessWorld

beforeEach(async () => {
  world = await accessWorld()
})

/** Returns the projects that a user may browse with a setting; `null` for all. */
async function browsable(login: string, newProjects: NewProjects): Promise<readonly number[] | null> {
  const workspace = createWorkspace(world.store, { ...DEPS, newProjects })
  const { token } = await workspace.access.createToken(login, null)
  const caller = await workspace.authenticate({ token, login: null })
  return (await world.store.reports.snapshot(snapshot => browsableIn(snapshot, caller)))?.projects ?? null
}

const add = (login: string, groups: string[] = []) => world.workspace.access.addUser({ login, groups, timeZone: null })

describe('a project without permissions from an administrator', () => {
  beforeEach(async () => {
    await add('ben')
    await add('eve', ['administrators'])
  })

  it('is visible to every user when new projects are open, and only to administrators when they are restricted', async () => {
    expect(await browsable('ben', 'open')).toBeNull()
    expect(await browsable('ben', 'restricted')).toEqual([])
    expect(await browsable('eve', 'restricted')).toBeNull()
  })

  it('is no longer new after it is opened or restricted', async () => {
    const { access } = world.workspace
    await access.open('WEB')
    expect(await browsable('ben', 'restricted')).toBeNull()
    await access.restrict('WEB', [], [])
    expect(await browsable('ben', 'open')).toEqual([])
    await access.restrict('WEB', [], ['ben'])
    expect(await browsable('ben', 'restricted')).toBeNull()
    await access.open('WEB')
    expect(await access.projects()).toMatchObject([{ key: 'WEB', only: null, isNew: false }])
  })

  it('is hidden when a later import adds it next to visible projects', async () => {
    await world.workspace.access.open('WEB')
    const other = smallTracker()
      .replaceAll('"WEB', '"OPS')
      .replaceAll('"10"', '"11"')
      .replace(/"id":"(10\d)"/g, '"id":"9$1"')
    await world.workspace.importFiles({ files: [fileOf(other)], lists: LISTS, skipInvalid: false, at: NOW })
    const { projects } = await world.store.catalogue()
    expect(projects.map(({ key }) => key).sort()).toEqual(['OPS', 'WEB'])
    expect(await browsable('ben', 'restricted')).toEqual([projects.find(({ key }) => key === 'WEB')!.id])
    expect(await browsable('ben', 'open')).toBeNull()
  })
})

describe('the migration to the schema with opened projects', () => {
  it('keeps every project open or restricted', async () => {
    const { store, workspace } = world
    const other = smallTracker().replaceAll('"WEB', '"OPS').replaceAll('"10"', '"11"')
    await workspace.importFiles({
      files: [fileOf(other.replace(/"id":"(10\d)"/g, '"id":"9$1"'))],
      lists: LISTS,
      skipInvalid: false,
      at: NOW,
    })
    await workspace.access.restrict('OPS', [], [])
    const { statements } = migrations.find(({ version }) => version === 7)!
    await store.transact(async run => {
      await run(plain('drop table opened_project'))
      for (const text of statements.filter(text => text.includes('opened_project'))) await run(plain(text))
    })
    const decided = (await workspace.access.projects()).map(({ key, only, isNew }) => [key, only === null, isNew])
    expect(decided.sort()).toEqual([
      ['OPS', false, false],
      ['WEB', true, false],
    ])
  })
})
