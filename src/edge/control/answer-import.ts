import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { FilesSettings } from '../../intake/imports/import-messages.ts'
import type { DemoImport, FilesImport } from '../../intake/imports/import-sources.ts'
import type { ExportFile } from '../../intake/source/source.ts'
import { type ImportEvent, READ_ERROR } from './import-wire.ts'
import type { Call } from './wire.ts'

/** An upload of a file, and its response. */
interface Upload {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Expected {
  readonly arrived: (upload: Upload) => void
  readonly failed: (reason: Error) => void
}

/** The imports that run for commands: they request files, and stop when the command asks them to. */
export class CommandImports {
  readonly #workspace: Workspace
  readonly #expected = new Map<string, Expected>()
  readonly #stops = new Map<string, () => void>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** Runs an import until `signal` is aborted, and reports its events to `send`. Throws what the import throws. */
  async run(
    { call, arguments: args }: Call,
    send: (event: ImportEvent) => void,
    signal: AbortSignal,
  ): Promise<unknown> {
    const controller = new AbortController()
    const path = `/${randomUUID()}`
    const stop = () => controller.abort(isUserError(signal.reason) ? signal.reason : new UserError('IMPORT_STOPPED'))
    this.#stops.set(path, stop)
    // The command has exited, or the server stops.
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    send({ stop: path })
    try {
      if (call === 'workspace.importDemo') {
        return await this.#workspace.importDemo({ ...(args[0] as DemoImport), signal: controller.signal })
      }
      const settings = args[0] as FilesSettings & Pick<FilesImport, 'format'>
      const files = settings.files.map((file, i) => ({ ...file, open: () => this.#bytesOf(i, path, send) }))
      const indexOf = (file: ExportFile) => files.indexOf(file as (typeof files)[number])
      return await this.#workspace.importFiles({
        ...settings,
        files,
        signal: controller.signal,
        onProgress: (file, issues) => send({ progress: { file: indexOf(file), issues } }),
        onFile: (file, summary) => send({ file: { file: indexOf(file), summary } }),
      })
    } finally {
      this.#stops.delete(path)
      for (const [file, { failed }] of this.#expected) if (file.startsWith(path)) failed(new Error('the import ended'))
    }
  }

  /** Receives the bytes of a file, or a request to stop. Responds with 404 if it belongs to no import. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    const expected = request.method === 'PUT' ? this.#expected.get(path) : undefined
    if (expected) {
      this.#expected.delete(path)
      expected.arrived({ request, response })
      return
    }
    const stop = request.method === 'DELETE' ? this.#stops.get(path) : undefined
    stop?.()
    response.writeHead(stop ? 200 : 404).end()
    request.resume()
  }

  async *#bytesOf(file: number, importPath: string, send: (event: ImportEvent) => void): AsyncGenerator<Uint8Array> {
    const path = `${importPath}/${randomUUID()}`
    const { request, response } = await new Promise<Upload>((arrived, failed) => {
      this.#expected.set(path, { arrived, failed })
      send({ open: { file, path } })
    }).finally(() => this.#expected.delete(path))
    try {
      yield* request
      const error = request.trailers[READ_ERROR]
      if (error === undefined) response.end()
      else throw readError(error)
    } finally {
      // The rest of the upload is not needed.
      request.destroy()
    }
  }
}

/** Restores the error with which the command failed to read its file; documents.ts formats it. */
function readError(upload: string): Error {
  const { code, message } = JSON.parse(decodeURIComponent(upload))
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}
