import type { Workspace } from '../workspace/workspace.ts'
import type { CommandContext, StoreUse } from './context.ts'

/** Opens the store in `dir`, or connects to the server that has it open, while `work` runs. */
export async function withWorkspace<T>(
  context: CommandContext,
  dir: string,
  use: StoreUse,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await context.open(dir, use)
  try {
    return await work(workspace)
  } finally {
    await workspace.close()
  }
}
