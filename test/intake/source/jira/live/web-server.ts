import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a server received it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

/** The response of a server: JSON, or the output of the function. */
export type Reply =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly json?: unknown
      readonly text?: string
    }
  | ((response: ServerResponse) => void)

/** A server on the loopback interface. */
export interface WebServer {
  readonly url: string
  readonly received: Received[]
  readonly close: () => Promise<void>
}

/** Starts a server that responds as `handle` says. */
export async function startServer(handle: (request: Received) => Reply): Promise<WebServer> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = Buffer.concat(chunks).toString()
    const seen = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    }
    received.push(seen)
    const reply = handle(seen)
    if (typeof reply === 'function') return reply(response)
    const type = reply.text === undefined ? 'application/json' : 'text/plain'
    response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers })
    response.end(reply.text ?? JSON.stringify(reply.json ?? null))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
