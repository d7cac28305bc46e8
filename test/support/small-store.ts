import { createWorkspace } from '../../src/app/workspace/workspace.ts'
import { DEPS, fileOf, LISTS, NOW, smallTracker } from '../edge/http/small-tracker.ts'
import { storeTemplate } from './store-template.ts'

/** Returns the template of a store with the small tracker. */
export const smallStore = storeTemplate(async store => {
  const work = { files: [fileOf(smallTracker())], lists: LISTS, skipInvalid: false, at: NOW }
  await createWorkspace(store, DEPS).importFiles(work)
})

/** Copies a closed store with the small tracker to a folder that does not exist yet. */
export async function smallFolder(folder: string): Promise<void> {
  const { copyTo } = await smallStore()
  copyTo(folder)
}
