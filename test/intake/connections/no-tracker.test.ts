import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeNetworkError } from '../../../src/intake/source/jira/live/network-error.ts'
import { addScopes } from '../../support/connected-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { TOKEN } from '../../support/fake-jira.js'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

const servers: (Server | SocketServer)[] = []
let connected: ConnectedWorkspace

/** Starts a server that is not a Jira. Returns its port. */
async function listening(server: Server | SocketServer): Promise<number> {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function answering(status: number, body: string): Promise<number> {
  return listening(createServer((_, response) => response.writeHead(status).end(body)))
}

beforeAll(async () => {
  connected = await connectedWorkspace()
})

afterAll(async () => {
  for (const server of servers) server.close()
  await connected.close()
})

async function refusal(url: string, name = 'other', projects?: string): Promise<string> {
  const options = { tracker: 'jira', url, name, ...(projects === undefined ? {} : { projects }) }
  return connected.workspace.connections.connect(options, TOKEN).then(
    () => 'connected',
    (error: Error) => error.message,
  )
}

describe('a server that is no tracker', () => {
  it.each([
    ['a web server without such pages', 404, 'Not found'],
    ['a server of other data', 200, '{}'],
  ])('is named in a plain sentence: %s', async (_, status, body) => {
    const port = await answering(status, body)
    expect(await refusal(`http://127.0.0.1:${port}`)).toContain('the server does not answer like a Jira')
  })

  it('is named in a plain sentence: https on a plain port, a closed port, another protocol', async () => {
    const port = await answering(200, '{}')
    const plain = 'the server does not speak HTTPS at this address; check http, https and the port'
    expect(await refusal(`https://127.0.0.1:${port}`)).toContain(plain)
    expect(await refusal('http://127.0.0.1:9')).toContain('nothing listens at this address and port')
    const other = await listening(createSocketServer(socket => socket.on('data', () => socket.end('220 mail\r\n'))))
    expect(await refusal(`http://127.0.0.1:${other}`)).toContain('the server does not speak HTTP at this address')
  })

  itDrawn('is named when it sends nothing for 4 seconds', async () => {
    const port = await listening(createSocketServer(socket => socket.resume()))
    expect(await refusal(`http://127.0.0.1:${port}`)).toContain('nothing at this address answered within 4 seconds')
  })

  it('has a message of ours for each known code', () => {
    for (const code of ['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO', 'HPE_INVALID_CONSTANT', 'ENOTFOUND', 'ECONNRESET']) {
      const failure = Object.assign(new Error('0A00010B:SSL routines:../deps/openssl/record.c:350:'), { code })
      const said = describeNetworkError(new Error('failed', { cause: failure }))
      expect(said).toMatch(/^(?:the|nothing) [^:]+$/)
      expect(said).not.toContain(code)
    }
  })

  it('keeps the code of a failure for which we have no message', () => {
    expect(describeNetworkError(Object.assign(new Error('odd'), { code: 'EODD' }))).toBe('odd (EODD)')
  })
})

describe('a second connection', () => {
  itDrawn('is refused with the project that the first one reads', async () => {
    const { fake, store } = connected
    const [first, second] = [...fake.tracker.projects.values()]
    // Before its first round, a connection to all projects will read each of them.
    expect(await refusal(fake.url, 'other', second!.key)).toBe(
      `Project ${second!.key} already belongs to the connection jira. Name other projects (--projects).`,
    )
    await store.transact(run => addScopes(run, 'jira', [first!.id]))
    expect(await refusal(fake.url, 'other', first!.key)).toContain(`Project ${first!.key} already belongs`)
    expect(await refusal(fake.url, 'all')).toContain(`Project ${first!.key} already belongs`)
  })
})
