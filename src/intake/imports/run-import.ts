import { UserError } from '../../core/base/errors.ts'
import { runInWorker, type WorkerPort } from '../../core/base/worker-job.ts'
import { batchServices } from '../../store/batches/remote-batch.ts'
import type { Store } from '../../store/engine/store.ts'
import type { ExportFile } from '../source/source.ts'
import type { ImportSummary } from './import-histories.ts'
import type { ImporterEvent, ImportJob, ImportServices } from './import-messages.ts'
import type { SourcesImport } from './import-sources.ts'

/** Starts an importer. */
export type StartImporter = () => WorkerPort

/** The files of an import, and its callbacks. */
export type ImportListeners = {
  readonly [Name in 'files' | 'signal' | 'onProgress' | 'onFile']?: SourcesImport[Name] | undefined
}

const running = new WeakSet<Store>()

/**
 * Runs a job in an importer that writes to a store, and returns the summary of each source.
 *
 * Throws IMPORT_RUNNING while another import into the store runs, and the errors of the importer.
 */
export async function runImport(
  store: Store,
  start: StartImporter,
  job: () => Promise<ImportJob>,
  { files = [], signal, onProgress, onFile }: ImportListeners,
): Promise<readonly ImportSummary[]> {
  if (running.has(store)) throw new UserError('IMPORT_RUNNING', { dir: store.dir })
  running.add(store)
  const streams = new Map<number, AsyncIterator<Uint8Array>>()
  const services = importServices(store, files, streams)
  try {
    const sent = await job()
    const onEvent = (event: ImporterEvent) => {
      if ('progress' in event) onProgress?.(files[event.progress.file]!, event.progress.issues)
      else onFile?.(files[event.file.file]!, event.file.summary)
    }
    const summaries = await runInWorker(start(), { name: 'import', job: sent, services, onEvent, signal })
    return summaries as readonly ImportSummary[]
  } finally {
    // Not awaited: a file may be a pipe that never delivers more bytes.
    for (const stream of streams.values()) stream.return?.().catch(() => {})
    await services.discard()
    running.delete(store)
  }
}

function importServices(
  store: Store,
  files: readonly ExportFile[],
  streams: Map<number, AsyncIterator<Uint8Array>>,
): ImportServices {
  return {
    ...batchServices(store),
    open: async (stream, file) => {
      streams.set(stream, files[file]!.open()[Symbol.asyncIterator]())
    },
    read: async stream => {
      const next = await streams.get(stream)!.next()
      // Copies the bytes, because they may be part of a larger buffer, which would be sent completely.
      return next.done ? null : new Uint8Array(next.value)
    },
    close: async stream => {
      const closed = streams.get(stream)
      streams.delete(stream)
      closed?.return?.().catch(() => {})
    },
  }
}
