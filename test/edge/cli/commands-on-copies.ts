import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { DEPS, fileOf, LISTS, NOW, smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

/** Runs commands on the small tracker: each test has its own copy of a store with it and what `save` saves. */
export function commandsOnCopies<T>(save: (workspace: Workspace) => Promise<T>) {
  const template = storeTemplate(async store => {
    const workspace = createWorkspace(store, DEPS)
    await workspace.importFiles({ files: [fileOf(smallTracker())], lists: LISTS, skipInvalid: false, at: NOW })
    return save(workspace)
  })
  let folder: ReturnType<typeof temporaryFolder>
  let saved: T

  beforeEach(async () => {
    folder = temporaryFolder()
    const { filled, copyTo } = await template()
    saved = filled
    copyTo(join(folder.path, 'store'))
  })
  afterEach(() => folder.forget())

  return {
    /** Returns what `save` returned. */
    saved: () => saved,
    /** Returns the path of a file beside the store. */
    pathOf: (name: string) => join(folder.path, name),
    async sojourn(...args: string[]) {
      const context = testContext()
      const code = await run([...args, '--store', join(folder.path, 'store')], context)
      return { code, out: context.out.text(), err: context.err.text() }
    },
  }
}
