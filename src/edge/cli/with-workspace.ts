import { resolve } from 'node:path'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { CommandContext, StoreUse } from './context.ts'
import type { RemovalOptions } from './options.ts'

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

/** Does the same with `work` that returns a text, and writes the text to the standard output. */
export function printFrom(
  context: CommandContext,
  dir: string,
  use: StoreUse,
  work: (workspace: Workspace) => Promise<string>,
): Promise<void> {
  return withWorkspace(context, dir, use, async workspace => context.out.write(await work(workspace)))
}

/**
 * Asks whether to remove `what`, unless `--yes` was given. Throws REMOVAL_UNCONFIRMED when the answer is no, or without
 * a terminal.
 */
export async function confirmRemoval(context: CommandContext, what: string, { yes }: RemovalOptions): Promise<void> {
  if (yes) return
  // Nothing has started yet: Ctrl-C may end the process as usual.
  const isAgreed = await context.confirm?.(`Remove ${what}? This cannot be undone.`, new AbortController().signal)
  if (!isAgreed) throw new UserError('REMOVAL_UNCONFIRMED', { what })
}
