import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendFile } from '../../../src/edge/http/send-file.ts'
import { temporaryFolder } from './small-tracker.ts'

const folder = temporaryFolder()
const SIZE = 32 * 1024 * 1024
const servers: ReturnType<typeof Fastify>[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  rmSync(join(folder.path, 'file'), { force: true })
})

/** Serves a file at `/`, and returns the server with the callback of its end. */
function serving(bytes: Buffer) {
  const path = join(folder.path, 'file')
  writeFileSync(path, bytes)
  const onClosed = vi.fn()
  const server = Fastify({ forceCloseConnections: true })
  const file = { path, fileName: 'x', mediaType: 'text/csv', size: bytes.length, sha256: '' }
  server.get('/', (request, reply) => sendFile(request, reply, file, null, onClosed))
  servers.push(server)
  return { server, onClosed, path }
}

describe('a file', () => {
  it.each([0, 1, 300_000])('of %i bytes is sent as a whole, then closed', async size => {
    const { server, onClosed } = serving(Buffer.alloc(size, 'x'))
    const answer = await server.inject('/')
    expect(answer.rawPayload.length).toBe(size)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(size),
    })
    await expect.poll(() => onClosed.mock.calls.length).toBe(1)
    expect((await server.inject({ method: 'HEAD', url: '/' })).headers['content-length']).toBe(String(size))
    expect(onClosed.mock.calls.length).toBe(2)
  })

  it('that was removed is an error, and closed', async () => {
    const { server, onClosed, path } = serving(Buffer.alloc(1))
    rmSync(path)
    expect((await server.inject('/')).statusCode).toBe(500)
    expect(onClosed).toHaveBeenCalledTimes(1)
  })

  it('is closed when its client disconnects in the middle', async () => {
    const { server, onClosed } = serving(Buffer.alloc(SIZE))
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as { readonly port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.pause()
    expect(onClosed).not.toHaveBeenCalled()
    socket.destroy()
    await expect.poll(() => onClosed.mock.calls.length).toBe(1)
  })
})
