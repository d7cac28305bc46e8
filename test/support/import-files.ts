import { MessageChannel } from 'node:worker_threads'
import type { DemoImport } from '../../src/imports/import-demo.ts'
import { importDemo as importDemoWith, trackerFacts } from '../../src/imports/import-demo.ts'
import type { FilesImport } from '../../src/imports/import-files.ts'
import { importFiles as importFilesWith } from '../../src/imports/import-files.ts'
import type { StartImporter } from '../../src/imports/run-import.ts'
import { serveImporter } from '../../src/imports/serve-importer.ts'
import type { Store } from '../../src/store/store.ts'

/** Starts an importer in this thread, because another thread could only run the build. */
export const importHere: StartImporter = () => {
  const { port1, port2 } = new MessageChannel()
  serveImporter(port1)
  return port2
}

/** Imports files into a store, without a workspace. */
export async function importFiles(store: Store, work: FilesImport): Promise<void> {
  await importFilesWith(store, await trackerFacts(store), work)
}

/** Imports the demo into a store, without a workspace. */
export async function importDemo(store: Store, work: DemoImport) {
  return importDemoWith(store, await trackerFacts(store), work)
}
