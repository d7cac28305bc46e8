import { resolve } from 'node:path'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { CommandContext, StoreUse } from './context.ts'

/** Opens the store in `dir`, or connects to the server that has it open, while `work` runs. STORE_FAILED names its folder. */
export async function withWorkspace<T>(
  context: CommandContext,
  dir: string,
  use: StoreUse,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  try {
    const workspace = await context.open(dir, use)
    try {
      return await work(workspace)
    } finally {
      await workspace.close()
    }
  } catch (error) {
    if (!isUserError(error, 'STORE_FAILED')) throw error
    throw new UserError('STORE_FAILED', { dir: resolve(context.folder, dir), reason: error.parameters.reason })
  }
}
