import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rootCertificates } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici'
import { describeNetworkError } from './network-error.ts'
import type { Headers } from './throttling.ts'

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A whole response, decompressed. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** The bytes of the body on the wire. */
  readonly bytes: number
}

/** Why there is no whole response. */
export class NoResponse extends Error {
  readonly reason: 'network' | 'timeout' | 'too-large' | 'corrupt'

  constructor(reason: NoResponse['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** Sends single requests: no retries, no redirects. */
export interface Exchange {
  /** Throws NoResponse; rejects with the signal's reason. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  readonly close: () => Promise<void>
}

/** How requests are sent. */
export interface ExchangeOptions {
  readonly concurrency: number
  readonly answerMb: number
  readonly timeoutSeconds: number
  readonly ca: string | null
  readonly proxy: string | null
  readonly signal?: AbortSignal | undefined
}

/** Opens the connections to a tracker. They are created when the first request is sent. */
export function openExchange(options: ExchangeOptions): Exchange {
  const { concurrency, answerMb, timeoutSeconds, ca, proxy, signal } = options
  const tls = ca === null ? {} : { ca: [...rootCertificates, ca] }
  // The time limit of a request covers its headers and its body.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 }
  const dispatcher =
    proxy === null
      ? new Agent({ connections: concurrency, ...timeouts, connect: { ...tls, timeout: timeoutSeconds * 1000 } })
      : new ProxyAgent({ uri: proxy, connections: concurrency, ...timeouts, requestTls: tls, proxyTls: tls })
  const limit = Math.floor(answerMb * 1024 * 1024)
  return {
    send: request => withTimeout(timeoutSeconds, signal, attempt => sendOnce(request, dispatcher, limit, attempt)),
    close: () => dispatcher.destroy(),
  }
}

/** Runs an attempt with a signal that aborts with the outer signal, or after the timeout. */
async function withTimeout<T>(
  seconds: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted()
  const attempt = new AbortController()
  const timeout = new NoResponse('timeout', `no complete response within ${seconds} s`)
  const timer = setTimeout(() => attempt.abort(timeout), seconds * 1000)
  const stop = () => attempt.abort(outer?.reason)
  outer?.addEventListener('abort', stop, { once: true })
  try {
    return await run(attempt.signal)
  } catch (error) {
    if (attempt.signal.aborted) throw attempt.signal.reason
    throw error instanceof NoResponse ? error : new NoResponse('network', describeNetworkError(error))
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}

async function sendOnce(
  { method, url, headers, body }: HttpRequest,
  dispatcher: Dispatcher,
  limit: number,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const response = await request(url, { method, headers, body, dispatcher, signal })
  const header: Headers = name => {
    const value = response.headers[name]
    return (Array.isArray(value) ? value.join(', ') : value) ?? null
  }
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  return { status: response.statusCode, headers: header, ...(await readBody(response.body, encoding, limit)) }
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Reads a body, and stops as soon as it exceeds the limit, compressed or not. */
async function readBody(
  stream: Dispatcher.ResponseData['body'],
  encoding: string,
  limit: number,
): Promise<Pick<HttpResponse, 'body' | 'bytes'>> {
  let bytes = 0
  const wire = async function* () {
    for await (const chunk of stream) {
      bytes += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  const decoder = DECODERS.get(encoding)
  try {
    const whole = (chunks: AsyncIterable<Buffer>) => collect(chunks, limit)
    const body = decoder ? await pipeline(wire(), decoder(), whole) : await whole(wire())
    return { body, bytes }
  } catch (error) {
    throw isDamaged(error) ? new NoResponse('corrupt', 'the compressed response is damaged or cut off') : error
  } finally {
    stream.destroy()
  }
}

async function collect(chunks: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit) throw new NoResponse('too-large', `the response is larger than ${limit} bytes`)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function isDamaged(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code)
}
