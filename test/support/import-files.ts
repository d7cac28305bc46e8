import { MessageChannel } from 'node:worker_threads'
import type { ImportSummary } from '../../src/intake/imports/import-histories.ts'
import { type DemoImport, importSources, type SourcesImport } from '../../src/intake/imports/import-sources.ts'
import type { StartImporter } from '../../src/intake/imports/run-import.ts'
import { serveImporter } from '../../src/intake/imports/serve-importer.ts'
import { trackerFacts } from '../../src/intake/imports/tracker-facts.ts'
import { sources } from '../../src/intake/source/sources.ts'
import type { Store } from '../../src/store/engine/store.ts'

/** Starts an importer in this thread, because another thread could only run the build. */
export const importHere: StartImporter = () => {
  const { port1, port2 } = new MessageChannel()
  serveImporter(port1)
  return port2
}

/** Imports files into a store, without a workspace. */
export async function importFiles(store: Store, work: SourcesImport): Promise<void> {
  await importSources(store, await trackerFacts(store), { open: await sources.jira(), isDemo: false }, work)
}

/** Imports the demo into a store, without a workspace. */
export async function importDemo(store: Store, work: DemoImport): Promise<ImportSummary> {
  const all = { files: [], lists: {}, skipInvalid: false, ...work }
  const [summary] = await importSources(
    store,
    await trackerFacts(store),
    { open: await sources.demo(), isDemo: true },
    all,
  )
  return summary!
}
