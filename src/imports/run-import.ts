import { UserError } from '../base/errors.ts'
import type { ExportFile } from '../source/source.ts'
import type { StagedBatch } from '../store/import-batch.ts'
import type { Store } from '../store/store.ts'
import type { ImportSummary } from './import-histories.ts'
import {
  type FromImporter,
  type ImportJob,
  type ImportServices,
  receivedError,
  resultOf,
  sentError,
  sentResult,
  type ToImporter,
} from './import-messages.ts'
import type { SourcesImport } from './import-sources.ts'

/** The other end of an importer's channel: a thread, or a port. */
export interface ImporterPort {
  readonly postMessage: (message: ToImporter) => void
  /** Events are `message`, and of a thread `error` and `exit`. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes depends on the event
  readonly on: (event: string, listener: (value: any) => void) => unknown
}

/** Starts an importer. */
export type StartImporter = () => ImporterPort

/** The files of an import, and what it reports to. */
export type ImportListeners = {
  readonly [Name in 'files' | 'signal' | 'onProgress' | 'onFile']?: SourcesImport[Name] | undefined
}

const running = new WeakSet<Store>()

/**
 * Runs a job over a store by an importer, and returns the summary of each source.
 *
 * Throws IMPORT_RUNNING while another import into the store runs, and what the importer throws.
 */
export async function runImport(
  store: Store,
  start: StartImporter,
  job: () => Promise<ImportJob>,
  { files, signal, ...listeners }: ImportListeners,
): Promise<readonly ImportSummary[]> {
  if (running.has(store)) throw new UserError('IMPORT_RUNNING', { dir: store.dir })
  running.add(store)
  const host = new ImportHost(store, files ?? [])
  try {
    const sent = await job()
    return await host.run(start(), sent, listeners, signal)
  } finally {
    await host.end()
    running.delete(store)
  }
}

interface Batch {
  readonly filled: (staged: StagedBatch) => void
  readonly failed: (reason: Error) => void
  readonly outcome: Promise<unknown>
}

class ImportHost {
  readonly #store: Store
  readonly #files: readonly ExportFile[]
  readonly #streams = new Map<number, AsyncIterator<Uint8Array>>()
  #batch: Batch | null = null

  constructor(store: Store, files: readonly ExportFile[]) {
    this.#store = store
    this.#files = files
  }

  run(
    port: ImporterPort,
    job: ImportJob,
    { onProgress, onFile }: Omit<ImportListeners, 'files' | 'signal'>,
    signal: AbortSignal | undefined,
  ): Promise<readonly ImportSummary[]> {
    return new Promise((resolve, reject) => {
      const stop = () => port.postMessage({ stop: sentError(signal!.reason) })
      const settle = (done: () => void) => {
        signal?.removeEventListener('abort', stop)
        done()
      }
      port.on('message', (message: FromImporter) => {
        if ('call' in message) void this.#answer(port, message)
        else if ('progress' in message) onProgress?.(this.#files[message.progress.file]!, message.progress.issues)
        else if ('file' in message) onFile?.(this.#files[message.file.file]!, message.file.summary)
        else if ('error' in message.end) {
          const { error } = message.end
          settle(() => reject(receivedError(error)))
        } else {
          const result = resultOf(message.end)
          settle(() => resolve(result as readonly ImportSummary[]))
        }
      })
      port.on('error', (error: Error) => settle(() => reject(error)))
      port.on('exit', () => settle(() => reject(new Error('the thread of the import ended'))))
      port.postMessage({ job })
      signal?.addEventListener('abort', stop, { once: true })
      if (signal?.aborted) stop()
    })
  }

  /** Lets go of what an importer that ended has left open. */
  async end(): Promise<void> {
    // Not awaited: a file may be a pipe into which nothing more is written.
    for (const stream of this.#streams.values()) stream.return?.().catch(() => {})
    await this.#services.discard()
  }

  async #answer(port: ImporterPort, { id, call, arguments: words }: Extract<FromImporter, { id: number }>) {
    const work = (this.#services[call] as (...words: readonly unknown[]) => Promise<unknown>)(...words)
    port.postMessage({ id, answer: await sentResult(work) })
  }

  readonly #services: ImportServices = {
    stage: (source, options) =>
      new Promise((resolve, reject) => {
        const outcome = this.#store.stage(
          source,
          location =>
            new Promise<StagedBatch>((filled, failed) => {
              this.#batch = { filled, failed, outcome }
              resolve(location)
            }),
          options,
        )
        outcome.catch(reject)
      }),
    merge: async staged => {
      const { filled, outcome } = this.#batch!
      this.#batch = null
      filled(staged)
      return (await outcome) as never
    },
    discard: async () => {
      const batch = this.#batch
      this.#batch = null
      batch?.failed(new Error('the batch was not filled'))
      await batch?.outcome.catch(() => {})
    },
    open: async (stream, file) => {
      this.#streams.set(stream, this.#files[file]!.open()[Symbol.asyncIterator]())
    },
    read: async stream => {
      const next = await this.#streams.get(stream)!.next()
      // A copy: the bytes may be a part of a larger buffer, which would be sent whole.
      return next.done ? null : new Uint8Array(next.value)
    },
    close: async stream => {
      const closed = this.#streams.get(stream)
      this.#streams.delete(stream)
      closed?.return?.().catch(() => {})
    },
  }
}
