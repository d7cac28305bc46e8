import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

// test/compatibility/ compares this version with what an older version left: see README.md.

const FOLDER = join(import.meta.dirname, 'schema-5')

/** The settings file that the older version read. */
export const OLD_SETTINGS_FILE = join(FOLDER, 'sojourn.config.json')

/** A request to a server of the older version, and what it answered. */
export interface RecordedRequest {
  readonly name: string
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  /** Whether the parameters were sent in a form, as the page does. */
  readonly form?: boolean
  /** Whose token the request had, to a server with `--access tokens`; `nobody` had none. */
  readonly as?: 'ann' | 'bob' | 'cy' | 'nobody'
  readonly status: number
  /** The header `X-Error-Code`. */
  readonly code?: string
  /** The header `Content-Type`. */
  readonly type: string
  /** The name of the file with the body. */
  readonly file: string
}

/** An address of the page, and the report request that the older version read from it. */
export interface RecordedAddress {
  readonly name: string
  readonly address: string
  readonly isComplete: boolean
  readonly endpoint: string
  readonly parameters: Readonly<Record<string, string>>
}

/** All requests, in the order in which they were sent. */
export const recordedRequests: readonly RecordedRequest[] = recorded('requests.json')

/** All addresses of the page. */
export const recordedAddresses: readonly RecordedAddress[] = recorded('addresses.json')

/** The values of all settings that the older version knew, as it read them from its settings file. */
export const recordedSettings: Readonly<Record<string, unknown>> = recorded('settings.json')

const tokens: Readonly<Record<string, string>> = recorded('tokens.json')

/** Writes the store of the older version into a new folder. */
export function unpackOldStore(dir: string): void {
  mkdirSync(dir, { recursive: true })
  unpackOldBackup(join(dir, 'sojourn.duckdb'))
  copyFileSync(join(FOLDER, 'store.json'), join(dir, 'store.json'))
}

/** Writes the backup of the older version, which has the same bytes as the database of its store. */
export function unpackOldBackup(file: string): void {
  writeFileSync(file, brotliDecompressSync(readFileSync(join(FOLDER, 'sojourn.duckdb.br'))))
}

/** Returns the body that the older version answered. */
export function recordedBody({ file }: RecordedRequest): string {
  return readFileSync(join(FOLDER, 'answers', file), 'utf8')
}

/** Sends a recorded request to the server at `address`. */
export async function sendAgain(
  { path, parameters, form, as = 'nobody' }: RecordedRequest,
  address: string,
): Promise<Pick<RecordedRequest, 'status' | 'code' | 'type'> & { readonly body: string }> {
  const headers = as in tokens ? { authorization: `Bearer ${tokens[as]}` } : {}
  const query = new URLSearchParams(parameters)
  const answer = form
    ? await fetch(`${address}${path}`, { method: 'POST', body: query, headers: { ...headers, 'x-sojourn': 'page' } })
    : await fetch(`${address}${path}?${query}`, { headers })
  const code = answer.headers.get('x-error-code')
  return {
    status: answer.status,
    ...(code === null ? {} : { code }),
    type: answer.headers.get('content-type') ?? '',
    // fetch's text() would drop a byte order mark.
    body: Buffer.from(await answer.arrayBuffer()).toString('utf8'),
  }
}

function recorded<T>(name: string): T {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as T
}
