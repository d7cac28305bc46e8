import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { demoFolder } from '../support/demo-store.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { filesOf, request, type ShownExport, stop } from './exporting-server.ts'
import { type Served, serve } from './real-process.ts'

/** 8 MB: more than the buffers of a connection. */
const LARGE =
  'filterType=customjql&customjql=ORDER BY key&columnsBy=statusDurationByAssignee&calendar=normalHours&outputType=NDJSON'
const WEB = 'filterType=project&projectKey=WEB&columnsBy=statusCount&outputType=CSV'

/** The readers of this run. */
const DRAWN = sample('readers', ['slow', 'disconnected'], 1)

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.runIf(IS_BUILT)('a file of a server with two users', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const tokens = new Map<string, string>()
  let server: Served

  beforeAll(async () => {
    await demoFolder(store)
    server = await serve(store, ['--access', 'tokens', '--new-projects', 'open'])
    for (const login of ['ann', 'bob']) await addUser(login)
  })
  afterAll(() => server && stop(server))

  async function addUser(login: string): Promise<void> {
    await commandHere('user', 'add', login, '--store', store)
    tokens.set(login, (await commandHere('token', 'create', '--user', login, '--store', store)).trim())
  }

  const authorization = (login: string) => `Bearer ${tokens.get(login)}`

  function send(login: string, path: string, { headers = {}, ...init }: RequestInit = {}): Promise<Response> {
    return request(server, path, { ...init, headers: { ...headers, authorization: authorization(login) } })
  }

  /** Returns a complete export of a user. */
  async function exported(login: string, query: string): Promise<ShownExport> {
    const answer = await send(login, '', { method: 'POST', body: new URLSearchParams(query) })
    const { exportId } = (await answer.json()) as ShownExport
    for (;;) {
      const view = (await (await send(login, `/${exportId}`)).json()) as ShownExport
      if (view.status === 'Successful') return view
      expect(['Waiting', 'In Progress']).toContain(view.status)
      await setTimeout(20)
    }
  }

  /** Sends the request of a download, and returns its connection before anything of the answer is read. */
  async function downloading(link: string, login: string) {
    const { port, hostname } = new URL(server.address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.pause()
    const head = [
      `GET ${link} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization(login)}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return socket
  }

  /** Returns how many files of exports the server has open. */
  function openFiles(): number {
    const descriptors = `/proc/${server.child.pid}/fd`
    const targets = readdirSync(descriptors).map(name => {
      try {
        return readlinkSync(join(descriptors, name))
      } catch {
        return ''
      }
    })
    return targets.filter(target => /exports\/[0-9a-f]{32}\/file/.test(target)).length
  }

  it('is a 404 for the other user, with the same body as an unknown one', async () => {
    const listed = async () => (await send('bob', '')).json()
    const before = await listed()
    const { exportId } = await exported('ann', WEB)
    const unknown = '0'.repeat(32)
    for (const path of ['', '/download']) {
      for (const method of path === '' ? ['GET', 'DELETE'] : ['GET', 'HEAD']) {
        const [hidden, missing] = await Promise.all(
          [exportId, unknown].map(async id => {
            const answer = await send('bob', `/${id}${path}`, { method })
            const { date: _, 'x-request-id': _id, ...headers } = Object.fromEntries(answer.headers)
            // The only other difference is the time of the error.
            const body = (await answer.text()).replaceAll(id, 'ID').replace(/"time":"[^"]*"/, '')
            return { status: answer.status, headers, body }
          }),
        )
        expect(hidden).toEqual(missing)
        expect(hidden!.status).toBe(404)
      }
    }
    expect(await listed()).toEqual(before)
    expect((await send('ann', `/${exportId}/download`)).status).toBe(200)
    expect((await request(server, `/${exportId}/download`)).status).toBe(401)
  })

  itDrawn('is a 404 after its project was restricted between the start and the download', async () => {
    const { exportId } = await exported('bob', WEB)
    const status = async () => (await send('bob', `/${exportId}/download`)).status
    expect(await status()).toBe(200)
    await commandHere('project', 'restrict', 'WEB', '--user', 'ann', '--store', store)
    expect(await status()).toBe(404)
    expect((await (await send('bob', `/${exportId}`)).json()) as ShownExport).toMatchObject({ status: 'Successful' })
    await commandHere('project', 'open', 'WEB', '--store', store)
    expect(await status()).toBe(200)
  })

  it.runIf(DRAWN.includes('slow'))('is whole for a slow reader, also when it is removed meanwhile', async () => {
    await addUser('cleo')
    const { exportId, sha256, downloadLink } = await exported('cleo', LARGE)
    const socket = await downloading(downloadLink!, 'cleo')
    await expect.poll(openFiles).toBe(1)
    // Its owner is removed, and the file with her.
    const other = await exported('bob', WEB)
    await commandHere('user', 'remove', 'cleo', '--yes', '--store', store)
    expect((await send('bob', '')).status).toBe(200)
    await expect.poll(() => readdirSync(join(store, 'exports'))).not.toContain(exportId)
    const parts: Buffer[] = []
    let pauses = 0
    socket.on('data', part => {
      parts.push(part)
      if (parts.length % 10 !== 0) return
      pauses++
      socket.pause()
      void setTimeout(5).then(() => socket.resume())
    })
    socket.resume()
    await once(socket, 'close')
    const answer = Buffer.concat(parts)
    expect(hashOf(answer.subarray(answer.indexOf('\r\n\r\n') + 4))).toBe(sha256)
    expect(pauses).toBeGreaterThan(1)
    await expect.poll(openFiles).toBe(0)
    expect(hashOf(Buffer.from(await (await send('bob', `/${other.exportId}/download`)).arrayBuffer()))).toBe(
      other.sha256,
    )
  })

  it.runIf(DRAWN.includes('disconnected'))(
    'is closed when readers disconnect, and continues where they were',
    async () => {
      const { exportId, sha256, downloadLink } = await exported('bob', LARGE)
      for (let i = 0; i < 3; i++) {
        const socket = await downloading(downloadLink!, 'bob')
        socket.resume()
        const [part] = (await once(socket, 'data')) as [Buffer]
        expect(part.toString()).toMatch(/^HTTP\/1.1 200 /)
        socket.destroy()
      }
      await expect.poll(openFiles).toBe(0)
      const path = `/${exportId}/download`
      const parts: Buffer[] = []
      let from = 0
      let etag = ''
      for (;;) {
        const headers = { range: `bytes=${from}-${from + 999_999}`, ...(etag && { 'if-range': etag }) }
        const answer = await send('bob', path, { headers })
        expect(answer.status).toBe(206)
        etag = answer.headers.get('etag')!
        parts.push(Buffer.from(await answer.arrayBuffer()))
        from += parts.at(-1)!.length
        const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get('content-range')!)!
        expect(Number(first) + parts.at(-1)!.length).toBe(from)
        if (from === Number(size)) break
      }
      expect(parts.length).toBeGreaterThan(1)
      expect(hashOf(Buffer.concat(parts))).toBe(sha256)
      const changed = await send('bob', path, { headers: { range: 'bytes=5-', 'if-range': '"other"' } })
      expect([changed.status, hashOf(Buffer.from(await changed.arrayBuffer()))]).toEqual([200, sha256])
      expect((await send('bob', path, { headers: { range: `bytes=${from}-` } })).status).toBe(416)
      expect(filesOf(join(store, 'exports', exportId))).toContain('file')
    },
  )
})
