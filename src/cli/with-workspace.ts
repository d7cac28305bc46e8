import type { Workspace } from '../service/workspace.ts'
import type { World } from './world.ts'

/** Opens the store in `dir` for as long as `work` takes. */
export async function withWorkspace<T>(
  world: World,
  dir: string,
  options: { readonly create: boolean },
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await world.open(dir, options)
  try {
    return await work(workspace)
  } finally {
    await workspace.close()
  }
}
