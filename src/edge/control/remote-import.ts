import { type IncomingMessage, request } from 'node:http'
import { UserError } from '../../core/base/errors.ts'
import type { ImportListeners } from '../../intake/imports/run-import.ts'
import { type ImportEvent, type ImportLine, READ_ERROR } from './import-wire.ts'
import { resultOf, send } from './send-call.ts'

/** The callbacks of an import on a server. */
export interface RemoteImport extends ImportListeners {
  readonly call: string
  /** Its settings; plain data. */
  readonly settings: object
}

/**
 * Runs an import on the server at `socket`: uploads the requested files, and reports progress.
 *
 * When `signal` is aborted, asks the server to stop, and returns what was kept. Throws STOPPING when the server exits
 * first.
 */
export async function remoteImport(socket: string, { call, settings, ...work }: RemoteImport): Promise<unknown> {
  const { signal } = work
  signal?.throwIfAborted()
  const command = new CommandSide(socket, work)
  try {
    const response = await send(socket, JSON.stringify({ call, arguments: [settings] }), undefined)
    signal?.addEventListener('abort', command.stop, { once: true })
    for await (const line of linesOf(response)) {
      if (!('event' in line)) return resultOf(line)
      command.handle(line.event)
    }
  } catch (error) {
    if (error instanceof UserError || !isConnectionError(error)) throw error
  } finally {
    signal?.removeEventListener('abort', command.stop)
  }
  throw new UserError('STOPPING')
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<ImportLine> {
  let rest = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line)
  }
  // A server of another version responds without a line feed.
  if (rest !== '') yield JSON.parse(rest)
}

function isConnectionError(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === 'string'
}

class CommandSide {
  readonly #socket: string
  readonly #work: ImportListeners
  #stopPath: string | null = null

  constructor(socket: string, work: ImportListeners) {
    this.#socket = socket
    this.#work = work
  }

  handle(event: ImportEvent): void {
    const { files = [], signal, onProgress, onFile } = this.#work
    if ('stop' in event) {
      this.#stopPath = event.stop
      if (signal?.aborted) this.stop()
    } else if ('open' in event) void this.#sendFile(event.open.file, event.open.path)
    else if ('progress' in event) onProgress?.(files[event.progress.file]!, event.progress.issues)
    else onFile?.(files[event.file.file]!, event.file.summary)
  }

  readonly stop = (): void => {
    if (this.#stopPath === null) return
    const stopRequest = request({ socketPath: this.#socket, method: 'DELETE', path: this.#stopPath, agent: false })
    // A server that has exited has stopped the import too.
    stopRequest.on('error', () => {})
    stopRequest.end()
  }

  /** Uploads a file until the server needs no more. */
  async #sendFile(index: number, path: string): Promise<void> {
    // Only chunked requests can have a trailer.
    const headers = { 'transfer-encoding': 'chunked' }
    const upload = request({ socketPath: this.#socket, method: 'PUT', path, headers, agent: false })
    upload.flushHeaders()
    const closed = new Promise<void>(resolve => upload.once('close', resolve))
    // The server ends the request when it needs no more.
    upload.on('error', () => {})
    try {
      for await (const chunk of this.#work.files![index]!.open()) {
        if (upload.destroyed) return
        if (!upload.write(chunk)) await Promise.race([closed, new Promise(resolve => upload.once('drain', resolve))])
      }
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown }
      upload.addTrailers({ [READ_ERROR]: encodeURIComponent(JSON.stringify({ code, message })) })
    }
    upload.end()
  }
}
