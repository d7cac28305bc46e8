import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer to one request: a part of an answer as JSON text or data, or only a status. */
export interface FakePart {
  readonly status?: number
  /** A text is sent as it is. `nextUri: true` stands for the address of the next part. */
  readonly body?: string | Readonly<Record<string, unknown>>
  /** Closes the connection instead of answering. */
  readonly drops?: boolean
  /** Answers only after the client has gone. */
  readonly hangs?: boolean
}

/** A request that the server received. */
export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server that speaks the client protocol of Trino, and answers each request with the next of some parts. */
export class FakeTrino {
  readonly requests: FakeRequest[] = []
  readonly #parts: FakePart[]
  readonly #server: Server

  private constructor(parts: readonly FakePart[]) {
    this.#parts = [...parts]
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        this.requests.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') })
        this.#server.emit('received')
        if (method === 'DELETE') {
          response.writeHead(204).end()
          return
        }
        const part = this.#parts.shift() ?? { status: 404 }
        if (part.drops) request.socket.destroy()
        else if (!part.hangs) {
          response.writeHead(part.status ?? 200, { 'content-type': 'application/json' })
          response.end(this.#textOf(part.body ?? {}))
        }
      })
    })
  }

  /** Starts a server on a free port. */
  static async start(parts: readonly FakePart[]): Promise<FakeTrino> {
    const fake = new FakeTrino(parts)
    await new Promise<void>(resolve => fake.#server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`)
  }

  /** The methods of the requests, in order. */
  get methods(): string {
    return this.requests.map(({ method }) => method).join(' ')
  }

  /** Resolves once the server has received this number of requests. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await once(this.#server, 'received')
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  #textOf(body: NonNullable<FakePart['body']>): string {
    if (typeof body === 'string') return body.replace('"nextUri":true', `"nextUri":"${this.#next()}"`)
    return JSON.stringify({ ...body, ...(body.nextUri === true ? { nextUri: this.#next() } : {}) })
  }

  #next(): string {
    return new URL(`/v1/statement/executing/q1/${this.requests.length}`, this.url).href
  }
}
