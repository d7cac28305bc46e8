import type { ExportFile } from '../source/source.ts'
import { sources } from '../source/sources.ts'
import { fillBatch } from '../store/fill-batch.ts'
import type { ImportBatch } from '../store/import-batch.ts'
import type { BatchWriter } from './import-histories.ts'
import {
  type FromImporter,
  type ImportJob,
  type ImportServices,
  receivedError,
  resultOf,
  type SentResult,
  sentResult,
  type ToImporter,
} from './import-messages.ts'
import { importSources } from './import-sources.ts'

/** One end of a channel between two threads. */
export interface ImportPort {
  readonly postMessage: (message: FromImporter) => void
  readonly on: (event: 'message', listener: (message: ToImporter) => void) => unknown
  readonly close: () => void
}

/**
 * Does the one job that arrives at `port`: reads, parses and fills batches in this thread.
 *
 * The other thread has the store and the files. The last message is the end; then the port is closed.
 */
export function serveImporter(port: ImportPort): void {
  const importer = new Importer(port)
  port.on('message', message => void importer.receive(message))
}

class Importer {
  readonly #port: ImportPort
  readonly #stop = new AbortController()
  readonly #calls = new Map<number, (answer: SentResult) => void>()
  #lastId = 0
  readonly #services: ImportServices

  constructor(port: ImportPort) {
    this.#port = port
    const call =
      (name: keyof ImportServices) =>
      (...words: readonly unknown[]): Promise<never> =>
        new Promise<SentResult>(answered => {
          const id = ++this.#lastId
          this.#calls.set(id, answered)
          port.postMessage({ id, call: name, arguments: words })
        }).then(answer => resultOf(answer) as never)
    this.#services = {
      stage: call('stage'),
      merge: call('merge'),
      discard: call('discard'),
      open: call('open'),
      read: call('read'),
      close: call('close'),
    }
  }

  async receive(message: ToImporter): Promise<void> {
    if ('stop' in message) this.#stop.abort(receivedError(message.stop))
    else if ('id' in message) {
      this.#calls.get(message.id)?.(message.answer)
      this.#calls.delete(message.id)
    } else {
      this.#port.postMessage({ end: await sentResult(this.#run(message.job)) })
      this.#port.close()
    }
  }

  async #run(job: ImportJob): Promise<unknown> {
    const { signal } = this.#stop
    const { kind, tracker } = job
    const files = job.settings.files.map((file, i) => ({ ...file, open: () => this.#bytesOf(i) }))
    const indexOf = (file: ExportFile) => files.indexOf(file as (typeof files)[number])
    return importSources(
      this.#writer,
      tracker,
      { open: sources[kind], isDemo: kind === 'demo' },
      {
        ...job.settings,
        files,
        signal,
        onProgress: (file, issues) => this.#port.postMessage({ progress: { file: indexOf(file), issues } }),
        onFile: (file, summary) => this.#port.postMessage({ file: { file: indexOf(file), summary } }),
      },
    )
  }

  /** A writer of batches that fills them here, and has them merged by the other thread. */
  readonly #writer: BatchWriter = {
    importBatch: async (source, work, { skipInvalid = false } = {}) => {
      const location = await this.#services.stage(source, { skipInvalid })
      return this.#services.merge(await this.#filled(location, work))
    },
  }

  async #filled(location: Parameters<typeof fillBatch>[0], work: (batch: ImportBatch) => Promise<unknown>) {
    try {
      return await fillBatch(location, work)
    } catch (error) {
      await this.#services.discard()
      throw error
    }
  }

  async *#bytesOf(file: number): AsyncGenerator<Uint8Array> {
    const stream = ++this.#lastId
    await this.#services.open(stream, file)
    try {
      for (;;) {
        const bytes = await this.#services.read(stream)
        if (bytes === null) return
        yield bytes
      }
    } finally {
      await this.#services.close(stream)
    }
  }
}
