import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, request } from 'undici'
import { LakeRefusal } from './lake-refusal.ts'
import type { LakeTarget } from './lake-target.ts'
import { TABLES_FOLDER } from './manifest.ts'

/** How to reach a bucket. */
export interface S3Address {
  readonly bucket: string
  /** The beginning of all keys, without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string
  /** The address of another server than Amazon's; `null` for Amazon's. */
  readonly endpoint: URL | null
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** Sizes and pauses of requests. */
export interface S3Limits {
  /** The size of the parts of larger files. Amazon accepts no less than 5 MB. Bytes. */
  readonly partBytes: number
  /** How often a request is tried. */
  readonly tries: number
  /** The pause before the first repetition; it doubles each time. Milliseconds. */
  readonly pauseMs: number
}

/** The default sizes and pauses. */
export const S3_LIMITS: S3Limits = { partBytes: 16 * 1024 * 1024, tries: 5, pauseMs: 200 }

/** The number of concurrent requests. */
const CONCURRENT = 4

/** The answers after which a request is repeated. */
const BUSY = new Set([429, 500, 502, 503, 504])

/** The maximum size of an answer. A page of a list has at most 1,000 files. Bytes. */
const ANSWER_BYTES = 16 * 1024 * 1024

/** The timeout of a request. Milliseconds. */
const TIMEOUT = 120_000

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The key of an object without the prefix; `null` for the bucket. */
  readonly key: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

interface S3Answer {
  readonly status: number
  readonly text: string
  readonly etag: string
}

/**
 * Creates a target in a bucket of an S3-compatible server.
 *
 * Requests are signed with aws4fetch, including the hash of their body, which the server verifies. An object appears
 * when its upload is complete. The signal ends all requests; then they reject with its reason.
 */
export function s3Target(
  address: S3Address,
  { partBytes, tries, pauseMs }: S3Limits = S3_LIMITS,
  signal?: AbortSignal,
): LakeTarget {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, sessionToken } = address
  const dispatcher = new Agent({ connections: CONCURRENT, headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT })
  const root = endpoint
    ? `${endpoint.href.replace(/\/+$/, '')}/${bucket}/`
    : `https://${bucket}.s3.${region}.amazonaws.com/`
  const start = prefix === '' ? '' : `${prefix}/`
  const location = `s3://${bucket}/${prefix}`.replace(/\/$/, '')

  async function attempt({ method, key, query = {}, body }: S3Request): Promise<S3Answer> {
    const path = key === null ? '' : `${start}${key}`.split('/').map(encodeURIComponent).join('/')
    const url = `${root}${path}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      method,
      url,
      region,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      ...(sessionToken === undefined ? {} : { sessionToken }),
      headers: { 'x-amz-content-sha256': hash },
    }).sign()
    const headers = Object.fromEntries([...signed.headers].filter(([name]) => name !== 'host'))
    const response = await request(signed.url, { method, headers, dispatcher, body: body ?? null, signal })
    const { statusCode: status } = response
    return { status, text: await readAnswer(response.body), etag: String(response.headers.etag ?? '') }
  }

  /** Sends a request, and repeats it while the server is busy. Returns answers of success and 404. */
  async function send(asked: S3Request): Promise<S3Answer> {
    for (let tried = 1; ; tried++) {
      const answer = await attempt(asked).catch((error: Error & { code?: string }) => error)
      signal?.throwIfAborted()
      if (answer instanceof LakeRefusal) throw answer
      const isFailed = answer instanceof Error
      // A multipart upload that fails at its end is answered with status 200.
      const isRefused = !isFailed && /^(<\?xml[^>]*>)?\s*<Error>/.test(answer.text)
      if (!isFailed && ((answer.status < 300 && !isRefused) || answer.status === 404)) return answer
      const reason = isFailed ? connectionReason(answer) : refusalReason(answer)
      const canRepeat = isFailed || BUSY.has(answer.status) || answer.status < 300
      if (!canRepeat || tried >= tries) throw new LakeRefusal(reason)
      await sleep(pauseMs * 2 ** (tried - 1), undefined, { signal }).catch(() => signal!.throwIfAborted())
    }
  }

  /** Sends a request whose bucket and object must exist. */
  async function sendFound(asked: S3Request): Promise<S3Answer> {
    const answer = await send(asked)
    if (answer.status === 404) throw new LakeRefusal(refusalReason(answer))
    return answer
  }

  async function listPages(query: Readonly<Record<string, string>>, visit: (text: string) => void): Promise<void> {
    for (let token: string | undefined; ; ) {
      const page = token === undefined ? {} : { 'continuation-token': token }
      const { text } = await sendFound({
        method: 'GET',
        key: null,
        query: { 'list-type': '2', 'encoding-type': 'url', prefix: start, ...query, ...page },
      })
      visit(text)
      token = valuesOf(text, 'NextContinuationToken')[0]
      if (token === undefined) return
    }
  }

  async function upload(handle: FileHandle, size: number, key: string): Promise<void> {
    const { text } = await sendFound({ method: 'POST', key, query: { uploads: '' } })
    const [uploadId] = valuesOf(text, 'UploadId')
    if (uploadId === undefined) throw new LakeRefusal('the bucket does not accept files in parts')
    try {
      const numbers = Array.from({ length: Math.ceil(size / partBytes) }, (_, i) => i + 1)
      const etags: string[] = []
      await concurrently(numbers, async number => {
        const body = await readAt(
          handle,
          (number - 1) * partBytes,
          Math.min(partBytes, size - (number - 1) * partBytes),
        )
        const query = { partNumber: String(number), uploadId }
        etags[number - 1] = (await sendFound({ method: 'PUT', key, query, body })).etag
      })
      const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      await sendFound({ method: 'POST', key, query: { uploadId }, body })
    } catch (error) {
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  /** Removes the parts of uploads that a killed process left. Other programs may upload to other folders. */
  async function abortUploads(): Promise<void> {
    const prefix = `${start}${TABLES_FOLDER}/`
    const { text } = await sendFound({ method: 'GET', key: null, query: { uploads: '', prefix } })
    for (const [, found = ''] of text.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)) {
      const [key] = valuesOf(found, 'Key')
      const [uploadId] = valuesOf(found, 'UploadId')
      if (!key?.startsWith(prefix) || uploadId === undefined) continue
      await send({ method: 'DELETE', key: key.slice(start.length), query: { uploadId } })
    }
  }

  return {
    location,
    list: async () => {
      const files = new Map<string, number>()
      await listPages({}, text => {
        for (const [, found = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const key = decodeURIComponent(valuesOf(found, 'Key')[0]!.replaceAll('+', ' '))
          files.set(key.slice(start.length), Number(valuesOf(found, 'Size')[0]))
        }
      })
      return files
    },
    put: async (file, key) => {
      const handle = await open(file, 'r')
      try {
        const { size } = await handle.stat()
        if (size <= partBytes) await sendFound({ method: 'PUT', key, body: await readAt(handle, 0, size) })
        else await upload(handle, size, key)
      } finally {
        await handle.close()
      }
      await rm(file)
    },
    read: async key => {
      const { status, text } = await send({ method: 'GET', key })
      if (status === 404 && text.includes('<Code>NoSuchBucket</Code>')) throw new LakeRefusal('there is no such bucket')
      return status === 404 ? null : text
    },
    write: async (key, text) => {
      await sendFound({ method: 'PUT', key, body: Buffer.from(text) })
    },
    remove: async keys => {
      await concurrently(keys, async key => void (await send({ method: 'DELETE', key })))
      await abortUploads()
    },
  }
}

async function readAnswer(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_BYTES) throw new LakeRefusal('an answer of the server is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function readAt(handle: FileHandle, at: number, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  const { bytesRead } = await handle.read(buffer, 0, size, at)
  if (bytesRead !== size) throw new Error(`${bytesRead} of ${size} bytes could be read`)
  return buffer
}

async function concurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse()
  const next = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, next))
}

/** Returns the texts of the elements with this name in an answer. */
function valuesOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => unescaped(value!))
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescaped(value: string): string {
  return value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name]!)
}

function refusalReason({ status, text }: S3Answer): string {
  const [code] = valuesOf(text, 'Code')
  if (code === 'NoSuchBucket') return 'there is no such bucket'
  return `the server answers ${status}${code === undefined ? '' : ` ${code}`}`
}

function connectionReason({ code, message }: Error & { code?: string }): string {
  if (code === 'ECONNREFUSED') return 'nothing listens at the address of the bucket'
  if (code === 'ENOTFOUND') return 'there is no such host'
  return `the server cannot be reached: ${code ?? message}`
}
