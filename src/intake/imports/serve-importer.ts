import { type JobPort, serveJobs, type WorkerContext } from '../../core/base/worker-job.ts'
import { remoteBatchWriter } from '../../store/batches/remote-batch.ts'
import type { ExportFile } from '../source/source.ts'
import { DEFAULT_FORMAT, sources } from '../source/sources.ts'
import type { ImporterEvent, ImportJob, ImportServices } from './import-messages.ts'
import { importSources } from './import-sources.ts'

/**
 * Runs the single job that arrives at `port`: reads, parses and fills batches in this thread.
 *
 * The other thread has the store and the files.
 */
export function serveImporter(port: JobPort): void {
  serveJobs(port, importInJob, { isSingle: true })
}

async function importInJob(
  { kind = DEFAULT_FORMAT, tracker, settings }: ImportJob,
  { services, emit, signal }: WorkerContext<ImportServices, ImporterEvent>,
): Promise<unknown> {
  const files = settings.files.map((file, i) => ({ ...file, open: () => bytesOf(services, i) }))
  const indexOf = (file: ExportFile) => files.indexOf(file as (typeof files)[number])
  return importSources(
    remoteBatchWriter(services),
    tracker,
    { open: await sources[kind](), isDemo: kind === 'demo' },
    {
      ...settings,
      files,
      signal,
      onProgress: (file, issues) => emit({ progress: { file: indexOf(file), issues } }),
      onFile: (file, summary) => emit({ file: { file: indexOf(file), summary } }),
    },
  )
}

let lastStream = 0

async function* bytesOf(services: ImportServices, file: number): AsyncGenerator<Uint8Array> {
  const stream = ++lastStream
  await services.open(stream, file)
  try {
    for (;;) {
      const bytes = await services.read(stream)
      if (bytes === null) return
      yield bytes
    }
  } finally {
    await services.close(stream)
  }
}
