import { cpSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import { connectWorkspace } from '../../../src/edge/control/connect-workspace.ts'
import { listenForControl } from '../../../src/edge/control/listen-for-control.ts'
import { smallWorkspace, temporaryFolder } from '../http/small-tracker.ts'
import { recordingLog } from '../http/test-server.ts'

it('a command on a copied store never reaches the server of the original', async () => {
  const folder = temporaryFolder()
  const [original, copy] = [join(folder.path, 'original'), join(folder.path, 'copy')]
  const workspace = await smallWorkspace(original)
  const server = await listenForControl(workspace, original, { ...recordingLog(), warn: () => {} })
  try {
    cpSync(original, copy, { recursive: true, filter: path => !lstatSync(path).isSocket() })
    const busy = (dir: string) => new UserError('STORE_BUSY', { dir, owner: 'node (PID 1)' })
    await expect(connectWorkspace(busy(copy))).rejects.toMatchObject({
      code: 'STORE_BUSY',
      parameters: { dir: copy, owner: 'node (PID 1), which answers no commands' },
    })
    const connected = await connectWorkspace(busy(original))
    expect(await connected.savedQueries.list()).toEqual([])
  } finally {
    await server.stop(0)
    await workspace.close()
    folder.forget()
  }
})
