import { setTimeout as sleep } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { Agent, type Dispatcher, request } from 'undici'
import { UserError } from '../../core/base/errors.ts'
import type { TrinoColumn } from './column-types.ts'
import { parseExactJson } from './exact-json.ts'
import { type TrinoError, trinoFailure } from './trino-failure.ts'

/** How to reach a cluster. */
export interface TrinoAddress {
  /** The address of the coordinator, or of a proxy before it. Statements never leave its origin. */
  readonly url: URL
  readonly user: string
  readonly catalog: string
  /** Returns the value of the header Authorization; `null` for none. Called for each request, so it can change. */
  readonly authorization: () => string | null
  /** Certificates of authorities to trust in addition, as PEM; `null` for none. */
  readonly ca: string | null
}

/** The limits of each statement. */
export interface TrinoLimits {
  /** The timeout of a statement, in seconds. The cluster ends it by itself shortly afterwards. */
  readonly seconds: number
  /** How often a request is repeated in a row when the cluster is busy or the connection breaks. */
  readonly tries: number
  /** The pause before the first repetition; it doubles each time. Milliseconds. */
  readonly pauseMs: number
}

/** The default limits. */
export const TRINO_LIMITS: TrinoLimits = { seconds: 600, tries: 6, pauseMs: 100 }

/** How a statement is run. */
export interface PageOptions {
  readonly schema: string
  /** The maximum size of all pages of the answer, in megabytes. */
  readonly answerMb: number
  readonly signal?: AbortSignal | undefined
}

/** A part of an answer: rows of values in exact JSON, in the order of the columns. */
export interface TrinoPage {
  readonly columns: readonly TrinoColumn[]
  readonly rows: readonly (readonly unknown[])[]
}

/** The result of one request for a part of an answer. */
interface Part {
  readonly nextUri?: unknown
  readonly columns?: readonly TrinoColumn[]
  readonly data?: readonly (readonly unknown[])[]
  readonly error?: TrinoError
}

/** The cluster is busy, or a proxy before it has no answer. The protocol says to repeat the request. */
const BUSY = new Set([429, 502, 503, 504])

/** The wanted size of a page. Parsing a larger one would block the event loop. */
const PAGE_SIZE = '1MB'

/** How long a cancellation may take, in milliseconds. */
const CANCEL_MS = 5_000

/** Runs statements on a Trino cluster: its client protocol over HTTP. */
export class TrinoClient {
  readonly #address: TrinoAddress
  readonly #limits: TrinoLimits
  readonly #dispatcher: Dispatcher

  constructor(address: TrinoAddress, limits: TrinoLimits = TRINO_LIMITS) {
    this.#address = address
    this.#limits = limits
    const tls = address.ca === null ? {} : { ca: [...rootCertificates, address.ca] }
    // The time limit of a statement covers all of its requests.
    this.#dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: tls })
  }

  /**
   * Runs a statement in a schema, and yields its answer in pages.
   *
   * The statement is canceled in the cluster when the caller stops reading, when the signal is aborted, and after the
   * time limit. Rejects with the signal's reason. Throws TRINO_UNREACHABLE, TRINO_REFUSED, TRINO_TOO_LARGE,
   * TRINO_UNABLE and TRINO_FAILED.
   */
  async *pages(statement: string, { schema, answerMb, signal }: PageOptions): AsyncGenerator<TrinoPage> {
    const { seconds } = this.#limits
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(timedOut(seconds)), seconds * 1000)
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    let left = answerMb * 1024 * 1024
    let next: URL | null = null
    let isEmpty = true
    try {
      let part = await this.#send('POST', this.#first(), either, left, { body: statement, schema })
      for (;;) {
        next = this.#nextOf(part.answer)
        left -= part.bytes
        if (part.answer.error) {
          next = null
          throw trinoFailure(part.answer.error)
        }
        const { columns, data } = part.answer
        if (columns && (data?.length || (next === null && isEmpty))) {
          isEmpty = false
          yield { columns, rows: data ?? [] }
        }
        if (next === null) return
        part = await this.#send('GET', next, either, left)
      }
    } finally {
      clearTimeout(timer)
      if (next !== null) await this.#cancel(next)
    }
  }

  /** Closes the connections. Statements that are running fail. */
  close(): Promise<void> {
    return this.#dispatcher.destroy()
  }

  #first(): URL {
    const { href } = this.#address.url
    return new URL('v1/statement', href.endsWith('/') ? href : `${href}/`)
  }

  /** Returns the address of the next part; `null` after the last one. It must be on the configured origin. */
  #nextOf({ nextUri }: Part): URL | null {
    if (nextUri === undefined || nextUri === null) return null
    const next = URL.canParse(String(nextUri)) ? new URL(String(nextUri)) : null
    if (next?.origin !== this.#address.url.origin) {
      throw new UserError('TRINO_FAILED', {
        reason: `it refers to another address, ${next?.origin ?? 'which is invalid'}. Let the proxy pass on the header Host`,
      })
    }
    next.searchParams.set('targetResultSize', PAGE_SIZE)
    return next
  }

  /** Sends one request, and repeats it while the cluster is busy. */
  async #send(
    method: 'POST' | 'GET',
    url: URL,
    signal: AbortSignal,
    limit: number,
    statement?: { readonly body: string; readonly schema: string },
  ): Promise<{ answer: Part; bytes: number }> {
    const { tries, pauseMs } = this.#limits
    for (let attempt = 1; ; attempt++) {
      const result = await this.#try(method, url, signal, limit, statement)
      if (!(result instanceof Error)) return result
      if (attempt >= tries) throw result
      await sleep(pauseMs * 2 ** (attempt - 1), undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  /** Sends one request. Returns an error if it can be repeated, and throws it otherwise. */
  async #try(
    method: 'POST' | 'GET',
    url: URL,
    signal: AbortSignal,
    limit: number,
    statement?: { readonly body: string; readonly schema: string },
  ): Promise<{ answer: Part; bytes: number } | UserError> {
    signal.throwIfAborted()
    const address = this.#address.url.origin
    try {
      const response = await request(url, {
        method,
        signal,
        dispatcher: this.#dispatcher,
        headers: this.#headers(statement?.schema),
        body: statement?.body ?? null,
      })
      const { statusCode: status } = response
      if (status === 200) {
        const text = await readText(response.body, limit)
        return { answer: parsed(text), bytes: text.length }
      }
      await response.body.dump()
      if (BUSY.has(status)) return unreachable(address, `it answers with status ${status}`)
      if (status === 401 || status === 403) throw new UserError('TRINO_REFUSED', { address })
      if (status >= 300 && status < 400) throw unreachable(address, 'it redirects to another address')
      // A coordinator that was restarted has forgotten its statements.
      if (status === 404 && method === 'GET') {
        throw new UserError('TRINO_UNABLE', { reason: 'it does not know the statement any more' })
      }
      throw new UserError(status >= 500 ? 'TRINO_UNABLE' : 'TRINO_FAILED', {
        reason: `it answers with status ${status}`,
      })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UserError) throw error
      const failure = unreachable(address, describe(error))
      failure.cause = error
      // Without a connection, a statement was not received; otherwise it might run twice, which only costs time.
      return failure
    }
  }

  #headers(schema: string | undefined): Record<string, string> {
    const { user, catalog } = this.#address
    const authorization = this.#address.authorization()
    return {
      'x-trino-user': user,
      'x-trino-source': 'sojourn',
      'accept-encoding': 'identity',
      ...(authorization === null ? {} : { authorization }),
      ...(schema === undefined
        ? {}
        : {
            'content-type': 'text/plain; charset=utf-8',
            'x-trino-catalog': catalog,
            'x-trino-schema': schema,
            'x-trino-time-zone': 'UTC',
            'x-trino-session': `query_max_run_time=${this.#limits.seconds}s`,
          }),
    }
  }

  /** Cancels a statement. If that fails, the cluster ends it at its time limit. */
  async #cancel(next: URL): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_MS)
    try {
      const response = await request(next, {
        method: 'DELETE',
        signal,
        dispatcher: this.#dispatcher,
        headers: this.#headers(undefined),
      })
      await response.body.dump()
    } catch {
      // The first error is reported, not the failed cancellation.
    }
  }
}

function timedOut(seconds: number): UserError {
  return new UserError('TRINO_FAILED', {
    reason: `it was not finished after ${seconds} seconds and was canceled. Request fewer issues`,
  })
}

function unreachable(address: string, reason: string): UserError {
  return new UserError('TRINO_UNREACHABLE', { address, reason })
}

/** Reads a body as text, and stops as soon as it exceeds the limit. Bytes. */
async function readText(stream: Dispatcher.ResponseData['body'], limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length
      if (size > limit) {
        throw new UserError('TRINO_FAILED', { reason: 'its answer is too large. Request fewer issues or columns' })
      }
      chunks.push(chunk as Buffer)
    }
  } finally {
    stream.destroy()
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): Part {
  try {
    const answer = parseExactJson(text)
    if (typeof answer === 'object' && answer !== null) return answer as Part
  } catch {
    // As below.
  }
  throw new UserError('TRINO_FAILED', { reason: 'its answer is not that of Trino. Check the setting trinoUrl' })
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return 'there is no such host'
  return typeof code === 'string' ? code : String(message)
}
