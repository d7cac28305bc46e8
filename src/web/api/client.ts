/** What the server said against a request: its words, and its code for programs. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  /** One for each mistake. */
  readonly messages: readonly string[]
  /** When to ask again, where the server said so. Seconds. */
  readonly retryAfter: number | null

  constructor(status: number, code: string, messages: readonly string[], retryAfter: number | null = null) {
    super(messages.join('\n'))
    this.status = status
    this.code = code
    this.messages = messages
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** An answer, and the server's clock when it was given: epoch milliseconds, `null` where it was not told. */
export interface Timed<T> {
  readonly body: T
  readonly at: number | null
}

/** What an address answers, read as JSON. Throws Refusal, Unreachable, and AbortError when `signal` was aborted. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await asked(path, { signal: signal ?? null })
  return (await read(answer.json())) as T
}

/** Asks for a report. Parameters go in a form, so that they may be long. Throws as getJson does. */
export async function askReport<T>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<T> {
  return (await askReportTimed<T>(path, parameters, signal)).body
}

/** The same, with the moment of the answer. */
export async function askReportTimed<T>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Timed<T>> {
  const answer = await asked(path, { ...form(parameters), signal: signal ?? null })
  const at = Date.parse(answer.headers.get('date') ?? '')
  return { body: (await read(answer.json())) as T, at: Number.isNaN(at) ? null : at }
}

/** Asks for a report as CSV text. Throws as getJson does. */
export async function askCsv(path: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const answer = await asked(path, form({ ...parameters, outputType: 'csv' }))
  return read(answer.text())
}

/** Sends JSON, and reads nothing back. Throws as getJson does. */
export async function send(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  await asked(path, { method, ...json })
}

/** Whether the server answers at all. */
export async function isReachable(): Promise<boolean> {
  return asked('/healthz', {}).then(
    () => true,
    error => !(error instanceof Unreachable),
  )
}

function form(parameters: Readonly<Record<string, string>>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(parameters) }
}

async function asked(path: string, init: RequestInit): Promise<Response> {
  // Other sites can make a browser send a form here, but never with a header of their own; and whoever has it is not
  // asked by the browser for a password.
  const headers = { ...init.headers, 'x-sojourn': 'page' }
  const answer = await read(fetch(path, { ...init, headers, credentials: 'same-origin' }))
  if (answer.ok) return answer
  throw await refusalOf(answer)
}

/** A connection can break while an answer is read, too. */
function read<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw error instanceof TypeError ? new Unreachable() : error
  })
}

async function refusalOf(answer: Response): Promise<Refusal | Unreachable> {
  const code = answer.headers.get('x-error-code') ?? ''
  // A proxy says so in place of a server that it cannot reach.
  if (code === '' && (answer.status === 502 || answer.status === 504)) return new Unreachable()
  const body = (await answer.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  const messages = Array.isArray(body.messages)
    ? body.messages.map(String)
    : [String(body.detail ?? body.message ?? '')]
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new Refusal(answer.status, code, messages, Number.isFinite(seconds) ? seconds : null)
}
