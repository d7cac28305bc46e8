import type { Store } from '../../src/store/engine/store.ts'
import { importTiny } from '../support/tiny-tracker.ts'

type Batch = Parameters<Parameters<Store['importBatch']>[1]>[0]

/** Returns the key of the project of the tiny tracker with this number. */
export function tinyProject(number: number): string {
  return `AB${number}`
}

/** Replaces the key of the project of a tiny tracker by that of its documentation, AB. */
export function asDocumented(text: string, number: number): string {
  return text.replaceAll(`${tinyProject(number)}-`, 'AB-')
}

/** Imports several tiny trackers at once, each into a project of its own: an import takes longer than its issues. */
export async function importTinyProjects(store: Store, trackers: readonly (readonly string[])[]): Promise<void> {
  await store.importBatch('tiny', async batch => {
    for (const [number, lines] of trackers.entries()) {
      const key = tinyProject(number)
      const project = { id: key, key, name: 'Alpha' }
      const add: Batch['add'] = (issue, read) => batch.add({ ...issue, project }, read)
      const own = { record: batch.record.bind(batch), setStatuses: batch.setStatuses.bind(batch) }
      const inProject = { ...own, setGroups: batch.setGroups.bind(batch), add } as Batch
      const importBatch = (_name: string, work: (one: Batch) => unknown) => work(inProject)
      await importTiny(
        { importBatch } as unknown as Store,
        lines.map(line => line.replace(/^AB-/, `${key}-`)),
      )
    }
  })
}
