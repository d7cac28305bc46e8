import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LakeRefusal } from '../../../src/app/lake/lake-refusal.ts'
import { openTarget } from '../../../src/app/lake/open-target.ts'
import { publish } from '../../../src/app/lake/publish.ts'
import { type S3Address, s3Target } from '../../../src/app/lake/s3-target.ts'
import { addIssue } from '../../store/small-batch.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

/** The S3 server of the Python package moto. */
const MOTO = process.env.SOJOURN_MOTO_SERVER ?? 'moto_server'
const IS_INSTALLED = spawnSync(MOTO, ['--help']).status === 0
if (!IS_INSTALLED) console.log("test/app/lake: without moto_server (PyPI 'moto[server]') no real S3 server is tested")

const ENV = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-central-1' }
const ADDRESS = {
  bucket: 'data',
  prefix: 'a b/lake',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
}
const LIMITS = { partBytes: 5 * 1024 * 1024, tries: 4, pauseMs: 1 }

const folder = mkdtempSync(join(tmpdir(), 'sojourn-s3-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(content: string | Buffer): string {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return path
}

/** A server that answers with these statuses and bodies, one after another. */
async function scripted(answers: readonly (readonly [number, string])[]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const [status, body] = answers[requests.length] ?? [200, '']
    requests.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.writeHead(status).end(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  const address: S3Address = { ...ADDRESS, prefix: '', endpoint, sessionToken: undefined }
  return { target: s3Target(address, LIMITS), requests, close: () => server.closeAllConnections() ?? server.close() }
}

describe('a bucket', () => {
  it('is asked again while it is busy', async () => {
    const { target, requests, close } = await scripted([
      [503, ''],
      [500, '<Error><Code>InternalError</Code></Error>'],
    ])
    await target.write('x', 'y')
    expect(requests).toEqual(Array(3).fill('PUT /data/x'))
    close()
  })

  it('names the reason when it refuses', async () => {
    const { target, requests, close } = await scripted([[403, '<Error><Code>AccessDenied</Code></Error>']])
    await expect(target.write('x', 'y')).rejects.toThrow(new LakeRefusal('the server answers 403 AccessDenied'))
    expect(requests).toHaveLength(1)
    close()
  })

  it('removes the parts of an upload that fails at its end with status 200', async () => {
    const failed = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>'
    const started = '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'
    const { target, requests, close } = await scripted([
      [200, started],
      [200, ''],
      [200, ''],
      ...Array(4).fill([200, failed]),
    ])
    await expect(target.put(file(Buffer.alloc(6 * 1024 * 1024)), 'x')).rejects.toThrow('InternalError')
    expect(requests.at(-1)).toBe('DELETE /data/x?uploadId=u1')
    close()
  })

  it('is left at once when publishing is stopped, although the server does not answer', async () => {
    const abort = new AbortController()
    const server = createServer(() => abort.abort(new Error('stopping')))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const endpoint = new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
    const target = s3Target({ ...ADDRESS, endpoint, sessionToken: undefined }, LIMITS, abort.signal)
    await expect(target.write('x', 'y')).rejects.toThrow('stopping')
    server.closeAllConnections()
    server.close()
  })

  it('is refused when its answer is too large', async () => {
    const { target, requests, close } = await scripted([[200, 'x'.repeat(17 * 1024 * 1024)]])
    await expect(target.read('x')).rejects.toThrow(new LakeRefusal('an answer of the server is too large'))
    expect(requests).toHaveLength(1)
    close()
  })

  it('needs its keys', async () => {
    await expect(openTarget('s3://data', {})).rejects.toThrow('AWS_ACCESS_KEY_ID is not set')
  })
})

describe.skipIf(!IS_INSTALLED)('a bucket of a real server', () => {
  /** The number of files in one answer. */
  const PAGE = 10
  const port = 20_000 + (process.pid % 10_000)
  const endpoint = new URL(`http://127.0.0.1:${port}`)
  let server: ChildProcess

  beforeAll(async () => {
    const env = { ...process.env, MOTO_S3_DEFAULT_MAX_KEYS: String(PAGE) }
    server = spawn(MOTO, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore', env })
    for (let tries = 0; tries < 100; tries++) {
      const made = await fetch(new URL('/data', endpoint), { method: 'PUT' }).catch(() => null)
      if (made?.ok) return
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    throw new Error('the S3 server does not start')
  })
  afterAll(() => void server?.kill('SIGKILL'))

  const target = () => s3Target({ ...ADDRESS, endpoint, sessionToken: undefined }, LIMITS)

  it('keeps small files and files in parts, under keys with any characters', async () => {
    const one = target()
    const large = Buffer.alloc(11 * 1024 * 1024, 'abcdefg')
    await one.put(file('small'), 'tables/field_id=Story Points/file=ä%2F+/data.parquet')
    await one.put(file(large), 'tables/large')
    const files = await one.list()
    expect([...files]).toEqual([
      ['tables/field_id=Story Points/file=ä%2F+/data.parquet', 5],
      ['tables/large', large.length],
    ])
    expect(await one.read('tables/large')).toBe(large.toString())
    await one.remove([...files.keys(), 'missing'])
    expect([...(await one.list())]).toEqual([])
    expect(await one.read('tables/large')).toBeNull()
  })

  it('lists more files than one answer has', async () => {
    const one = target()
    const keys = Array.from({ length: 2 * PAGE + 1 }, (_, i) => `many/${i}`)
    for (const key of keys) await one.write(key, '')
    expect([...(await one.list()).keys()].sort()).toEqual(keys.sort())
    await one.remove(keys)
    expect((await one.list()).size).toBe(0)
  })

  it('says that there is no such bucket', async () => {
    const one = s3Target({ ...ADDRESS, bucket: 'other', endpoint, sessionToken: undefined }, LIMITS)
    await expect(one.read('x')).rejects.toThrow('there is no such bucket')
    await expect(one.list()).rejects.toThrow('there is no such bucket')
  })

  it('loses the parts of a killed upload with the next removal', async () => {
    const uploads = async () => (await fetch(new URL('/data?uploads', endpoint))).text()
    await fetch(new URL('/data/a%20b/lake/tables/x?uploads', endpoint), { method: 'POST' })
    expect(await uploads()).toContain('<UploadId>')
    await target().remove([])
    expect(await uploads()).not.toContain('<UploadId>')
    await fetch(new URL('/data/a%20b/lake/mine/x?uploads', endpoint), { method: 'POST' })
    await target().remove([])
    expect(await uploads()).toContain('<UploadId>')
  })

  it('receives the files of a revision as they were written', async () => {
    await withTemporaryStore(async store => {
      for (const key of ['WEB-1', 'WEB-2', 'APP-1']) await addIssue(store, key)
      const bucket = await openTarget('s3://data/one', { ...ENV, AWS_ENDPOINT_URL: endpoint.href })
      const sent = new Map<string, Buffer>()
      const observed: typeof bucket = {
        ...bucket,
        put: async (path, key) => {
          sent.set(key, readFileSync(path))
          await bucket.put(path, key)
        },
      }
      const deps = { store, now: () => 1, prefix: 'sojourn', registrar: null, isRead: () => false }
      const client = new AwsClient({
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        service: 's3',
        region: 'us-east-1',
      })
      const made = await publish(observed, deps, { takeOver: false })
      expect(made.filesWritten).toBe(sent.size)
      expect([...(await bucket.list()).keys()].sort()).toEqual([...sent.keys(), 'sojourn-lake.json'].sort())
      for (const [key, written] of sent) {
        const address = new URL(`/data/one/${key.split('/').map(encodeURIComponent).join('/')}`, endpoint)
        const got = Buffer.from(await (await client.fetch(address.href)).arrayBuffer())
        expect(written.equals(got)).toBe(true)
      }
      const again = await publish(bucket, deps, { takeOver: false })
      expect(again).toMatchObject({ location: 's3://data/one', isNew: false, filesWritten: 0 })
    })
  })
})
