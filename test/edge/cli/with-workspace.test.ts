import { describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import { UserError } from '../../../src/core/base/errors.ts'
import type { CommandContext } from '../../../src/edge/cli/context.ts'
import { withWorkspace } from '../../../src/edge/cli/with-workspace.ts'

const failing = (reason: string) => async () => {
  throw new UserError('STORE_FAILED', { dir: null, reason })
}
const nothing = async () => {}

/** Returns the error of a command whose store fails while it opens, works or closes. */
async function said({ open = nothing, work = nothing, close = nothing }: Partial<Record<string, () => Promise<void>>>) {
  const opened = async () => {
    await open()
    return { close } as unknown as Workspace
  }
  const context = { folder: '/srv', open: opened } as unknown as CommandContext
  return withWorkspace(context, 'data', { create: true }, work).then(
    () => null,
    (error: Error) => error.message,
  )
}

describe('a store that stops working', () => {
  it.each(['open', 'work', 'close'])('is named with its folder when it fails in %s', async step => {
    expect(await said({ [step]: failing('no space left on device') })).toBe(
      'The store /srv/data stopped working: no space left on device. Free space or memory, then start again. No acknowledged change is lost.',
    )
  })

  it.each(['permission denied', 'read-only file system'])('needs no space for %s', async reason => {
    expect(await said({ open: failing(reason) })).toBe(
      `The store /srv/data stopped working: ${reason}. Fix the cause, then start again. No acknowledged change is lost.`,
    )
  })
})
