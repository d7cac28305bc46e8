import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import { accessWorld } from '../../access/permissions/access-world.ts'
import { NOW } from '../../edge/http/small-tracker.ts'
import { rawParameters } from '../../support/run-reports.ts'
import { endOf, heldThreads } from './exports-world.ts'

const CSV = readFileRequest(rawParameters('filterType=project&projectKey=WEB&columnsBy=statusCount&outputType=CSV'))

/** Returns a workspace with the user ann, and a function that returns her as the caller of requests. */
async function world(own: Parameters<typeof accessWorld>[0] = {}) {
  const { workspace, store, clock } = await accessWorld(own)
  const add = async () => {
    clock.now += 1
    await workspace.access.addUser({ login: 'ann', groups: [], timeZone: null })
    const { token } = await workspace.access.createToken('ann', null)
    return { caller: await workspace.authenticate({ token, login: null }) }
  }
  const folders = () => (existsSync(store.exportsFolder) ? readdirSync(store.exportsFolder) : [])
  return { workspace, exports: workspace.exports, add, folders }
}

describe('the exports of a removed user', () => {
  it('are removed, and a new user with the same login does not see them', async () => {
    const { workspace, exports, add, folders } = await world()
    const ann = await add()
    const { exportId } = await exports.start(CSV, 'key', ann)
    expect((await endOf(exports, exportId, ann)).status).toBe('Successful')
    expect(folders()).toEqual([exportId])
    await workspace.access.setDisabled('ann', true)
    await workspace.access.setDisabled('ann', false)
    expect((await exports.list(0, 10, ann)).total).toBe(1)
    await workspace.access.removeUser('ann')
    const other = await add()
    expect((await exports.list(0, 10, other)).total).toBe(0)
    for (const attempt of [
      exports.find(exportId, other),
      exports.file(exportId, other),
      exports.cancel(exportId, other),
      exports.remove(exportId, other),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'EXPORT_UNKNOWN' })
    await expect.poll(folders).toEqual([])
    // Her key is free again.
    const next = await exports.start(CSV, 'key', other)
    expect(next.exportId).not.toBe(exportId)
    expect((await endOf(exports, next.exportId, other)).created).toBe(NOW + 2)
  })

  it('are canceled while they run', async () => {
    const { start, next } = heldThreads()
    const { workspace, exports, add, folders } = await world({ startExportThread: start })
    const ann = await add()
    const running = next()
    for (let i = 0; i < 2; i++) await exports.start(CSV, null, ann)
    await running
    await workspace.access.removeUser('ann')
    expect((await exports.list(0, 10, await add())).total).toBe(0)
    await expect.poll(workspace.exportQueue.load).toEqual({ running: 0, waiting: 0 })
    await expect.poll(folders).toEqual([])
  })
})
