import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { FuzzBytes, FuzzRequest } from './fuzz-request.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'

/** A response; a status of 0 is a connection that ended without one. */
export interface FuzzAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly ms: number
}

const agent = new Agent({ keepAlive: true })

/** Closes the connections. */
export function hangUp(): void {
  agent.destroy()
}

/** Sends a request over a kept connection. */
export async function send(request: FuzzRequest, facts: FuzzServerFacts): Promise<FuzzAnswer> {
  const answer = await sendOnce(request, facts)
  // The server may have closed an idle connection, which is no response to this request.
  return answer === 'stale' ? ((await sendOnce(request, facts)) as FuzzAnswer) : answer
}

function sendOnce(request: FuzzRequest, facts: FuzzServerFacts): Promise<FuzzAnswer | 'stale'> {
  const { method, url, body, mode } = request
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { agent, host: '127.0.0.1', port: facts.ports[mode], method, path: url, headers: headersOf(request, facts) },
      answer => {
        const chunks: Buffer[] = []
        const done = () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: answer.statusCode!, headers: answer.headers, body: text, ms: performance.now() - started })
        }
        answer
          .on('data', chunk => chunks.push(chunk))
          .on('end', done)
          .on('error', reject)
      },
    )
    outgoing.on('error', (error: Error & { code?: string }) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
      else if (outgoing.reusedSocket) resolve('stale')
      else resolve({ status: 0, headers: {}, body: error.code, ms: performance.now() - started })
    })
    outgoing.end(body === null ? undefined : Buffer.from(body, 'latin1'))
  })
}

function headersOf({ as, headers, body }: FuzzRequest, { tokens }: FuzzServerFacts): string[] {
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host')
  return [
    ...(hasHost ? [] : ['Host', 'localhost']),
    ...['Connection', 'keep-alive'],
    ...(as === null ? [] : ['Authorization', `Bearer ${tokens[as]}`]),
    ...headers.flat(),
    ...(body === null ? [] : ['Content-Length', String(body.length)]),
  ]
}

/** Sends bytes over a separate connection, closes it, and returns the response, one character per byte. */
export function sendBytes(
  { mode, bytes }: FuzzBytes,
  { ports }: FuzzServerFacts,
): Promise<{ text: string; ms: number }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port: ports[mode], host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.end(Buffer.from(bytes, 'latin1')),
    )
    const done = () => resolve({ text: Buffer.concat(chunks).toString('latin1'), ms: performance.now() - started })
    socket.on('data', chunk => chunks.push(chunk)).on('close', done)
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}
