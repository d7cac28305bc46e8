import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { movedPaths } from './known-changes.ts'

// test/compatibility/ compares this version with data of an older version: see README.md.

const FOLDER = join(import.meta.dirname, 'schema-5')

/** The settings file of the older version. */
export const OLD_SETTINGS_FILE = join(FOLDER, 'sojourn.config.json')

/** A request to a server of the older version, and its response. */
export interface RecordedRequest {
  readonly name: string
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  /** Whether the parameters were sent as a form, as the page does. */
  readonly form?: boolean
  /** The user of the token, on a server with `--access tokens`; `nobody` had none. */
  readonly as?: 'ann' | 'bob' | 'cy' | 'nobody'
  readonly status: number
  /** The header `X-Error-Code`. */
  readonly code?: string
  /** The header `Content-Type`. */
  readonly type: string
  /** The name of the file with the body. */
  readonly file: string
}

/** A URL of the page, and the report request that the older version made from it. */
export interface RecordedAddress {
  readonly name: string
  readonly address: string
  readonly isComplete: boolean
  readonly endpoint: string
  readonly parameters: Readonly<Record<string, string>>
}

/** All requests, in the order of sending. */
export const recordedRequests: readonly RecordedRequest[] = recorded('requests.json')

/** All URLs of the page. */
export const recordedAddresses: readonly RecordedAddress[] = recorded('addresses.json')

/** The values of all settings of the older version, as it parsed them from its settings file. */
export const recordedSettings: Readonly<Record<string, unknown>> = recorded('settings.json')

const tokens: Readonly<Record<string, string>> = recorded('tokens.json')

/** Writes the store of the older version into a new folder. */
export function unpackOldStore(dir: string): void {
  mkdirSync(dir, { recursive: true })
  unpackOldBackup(join(dir, 'sojourn.duckdb'))
  copyFileSync(join(FOLDER, 'store.json'), join(dir, 'store.json'))
}

/** Writes the backup of the older version, which has the same bytes as its database. */
export function unpackOldBackup(file: string): void {
  writeFileSync(file, brotliDecompressSync(readFileSync(join(FOLDER, 'sojourn.duckdb.br'))))
}

/** Returns the recorded response body. */
export function recordedBody({ file }: RecordedRequest): string {
  return readFileSync(join(FOLDER, 'answers', file), 'utf8')
}

/** Sends a recorded request to the server at `address`. */
export async function sendAgain(
  { path: recordedPath, parameters, form, as = 'nobody' }: RecordedRequest,
  address: string,
): Promise<Pick<RecordedRequest, 'status' | 'code' | 'type'> & { readonly body: string }> {
  const headers = as in tokens ? { authorization: `Bearer ${tokens[as]}` } : {}
  const path = movedPaths[recordedPath] ?? recordedPath
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
