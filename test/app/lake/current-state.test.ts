import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeIssuesNamed } from '../../../src/access/admin/remove-data.ts'
import { createRevisionsInUse } from '../../../src/app/lake/current-state.ts'
import { folderTarget } from '../../../src/app/lake/folder-target.ts'
import { publish } from '../../../src/app/lake/publish.ts'
import type { Observation } from '../../../src/core/history/model.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { refreshCalendars } from '../../../src/reports/calendars/working-calendars.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { addIssue } from '../../store/small-batch.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore, temporaryFolder } from '../../support/temporary-store.ts'

const folder = temporaryFolder()

const REGISTRAR = { register: async () => {}, drop: async () => {}, isKnown: async () => true }

/** Returns a template of a store with three published issues. */
const published = (registrar: typeof REGISTRAR | null) =>
  storeTemplate(async store => {
    for (const key of ['WEB-1', 'WEB-2', 'APP-1']) await addIssue(store, key)
    await refreshCalendars(store, UTC, Date.parse('1970-01-02T00:00:00Z'))
    const deps = { store, now: () => 1, prefix: 'sojourn', registrar, isRead: () => false }
    await publish(await folderTarget(mkdtempSync(join(folder, 'lake-'))), deps, { takeOver: false })
  })

const [registered, unregistered] = [published(REGISTRAR), published(null)]

async function publishedStore(template = registered): Promise<Store> {
  return openTemporaryStore((await template()).copyTo)
}

function issueType(id: string, hierarchyLevel: number): Observation {
  return { entity: { kind: 'type', id, name: id, subtask: false, hierarchyLevel }, authority: 'present', at: 1 }
}

const catalogueOf = (store: Store) =>
  createRevisionsInUse(store.lakeFolder).use(
    query => store.query(query),
    state => store.snapshot(state.readCatalogue),
  )

describe('the current revision', () => {
  it('must be registered', async () => {
    const store = await publishedStore(unregistered)
    await expect(catalogueOf(store)).rejects.toMatchObject({ code: 'REVISION_MISSING' })
  })

  it('must have the ids of its issues, which a restored store does not have', async () => {
    const store = await publishedStore()
    rmSync(store.lakeFolder, { recursive: true })
    await expect(catalogueOf(store)).rejects.toMatchObject({ code: 'REVISION_MISSING' })
  })

  it('has its published issues, also after they were removed', async () => {
    const store = await publishedStore()
    await removeIssuesNamed(store, ['WEB-2'])
    const { use } = createRevisionsInUse(store.lakeFolder)
    const refs = await use(
      query => store.query(query),
      async ({ issues }) => (await store.query(issues)).map(({ ref }) => String(ref)).sort(),
    )
    expect(refs).toEqual(['id of APP-1', 'id of WEB-1', 'id of WEB-2'])
  })

  it('is in use until the work over it ends, also when it fails', async () => {
    const store = await publishedStore()
    const { use, isInUse } = createRevisionsInUse(store.lakeFolder)
    let revision = 0
    const failing = use(
      query => store.query(query),
      async state => {
        revision = state.revision
        expect(isInUse(revision)).toBe(true)
        throw new Error('broken')
      },
    )
    await expect(failing).rejects.toThrow('broken')
    expect(isInUse(revision)).toBe(false)
  })

  it('has its own names, with the present saved queries', async () => {
    const store = await publishedStore()
    await addIssue(store, 'NEW-1')
    await store.transact(run =>
      run(plain(`insert into saved_query (id, name, jql) values ('1', 'Mine', 'status = 1')`)),
    )
    const { projects, savedQueries } = await catalogueOf(store)
    expect(projects.map(({ key }) => key)).toEqual(['APP', 'WEB'])
    expect(savedQueries.map(({ name }) => name)).toEqual(['Mine'])
  })

  it('has the present workflows', async () => {
    const store = await publishedStore()
    await store.transact(run => run(plain(`insert into workflow values ('1', 'Team', '{}', null, 0, 0)`)))
    expect((await catalogueOf(store)).workflows.map(({ name }) => name)).toEqual(['Team'])
  })

  it('has the levels of its issue types, or the present ones if it was published without levels', async () => {
    const store = await publishedStore()
    const levels = async () => (await catalogueOf(store)).types.map(({ id, hierarchyLevel }) => [id, hierarchyLevel])
    await store.importBatch('types', async batch => batch.record([issueType('1', 0), issueType('2', 1)]))
    await store.transact(run =>
      run(
        plain(`update lake_revision set catalogue = json_merge_patch(catalogue,
          '{"types": [{"id": "1", "hierarchyLevel": 3}, {"id": "2"}, {"id": "3"}]}')`),
      ),
    )
    expect(await levels()).toEqual([
      ['1', 3],
      ['2', 1],
      ['3', null],
    ])
  })

  it('does not know a project whose number was used again', async () => {
    const store = await publishedStore()
    await store.transact(run => run(plain(`update project set ref = 'another', key = 'SEC' where key = 'APP'`)))
    expect((await catalogueOf(store)).projects.map(({ key }) => key)).toEqual(['WEB'])
  })

  it('has the present calendars, but no buckets of one that was changed since', async () => {
    const store = await publishedStore()
    const [published] = (await catalogueOf(store)).calendars
    expect(published!.version).toBeGreaterThan(0)
    await store.transact(run =>
      run(plain(`update calendar_version set definition = replace(definition, '17:00', '16:00')`)),
    )
    const [changed] = (await catalogueOf(store)).calendars
    expect(changed).toMatchObject({ version: 0, definition: expect.stringContaining('16:00') })
  })
})
