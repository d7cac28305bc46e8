import { type startFakeJira, TOKEN } from './start.js'

/** A running fake tracker. */
export type FakeJira = Awaited<ReturnType<typeof startFakeJira>>

/** An answer of a fake tracker, parsed. */
export interface FakeAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read the JSON of another product.
  readonly json: any
}

/** Sends requests to a fake tracker with the token of `admin`, or of another user. */
export function clientOf(fake: FakeJira, { login = 'admin', secret = TOKEN } = {}) {
  const email = `${login}@example.com`
  const authorization =
    fake.tracker.dialect === 'cloud'
      ? `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`
      : `Bearer ${secret}`
  const send = async (path: string, init: RequestInit = {}, base = fake.url): Promise<FakeAnswer> => {
    const headers = { authorization, 'content-type': 'application/json', ...init.headers }
    const response = await fetch(base + path, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : text }
  }
  const get = (path: string, query: Readonly<Record<string, string | number>> = {}) => {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    return send(parameters.size > 0 ? `${path}?${parameters}` : path)
  }
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  return { send, get, post }
}
