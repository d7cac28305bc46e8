import { get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerDeps } from '../../../src/edge/http/create-server.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { bodyOf } from '../../support/collected.ts'
import { LIST, recordingLog, testServer } from './test-server.ts'

const open: ListeningServer[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.stop(0)
})

async function address(deps: Partial<ServerDeps>): Promise<string> {
  const server = await listen(testServer(deps), '127.0.0.1', 0)
  open.push(server)
  return `http://127.0.0.1:${server.port}${LIST}`
}

const CHUNK = 'x'.repeat(70_000)

/** Returns a report that fails after `count` chunks. */
function failingReport(format: 'json' | 'csv', count: number): ServerDeps['report'] {
  return async () => ({
    ...bodyOf(format, ''),
    chunks: (async function* () {
      for (let i = 0; i < count; i++) yield CHUNK
      throw new Error('broken')
    })(),
  })
}

describe('a report that fails after its first bytes', () => {
  it.each(['json', 'csv'] as const)('is an error for every client, never a shorter response (%s)', async format => {
    const log = recordingLog()
    const url = await address({ report: failingReport(format, 40), log })
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    const ended = await new Promise(resolve => {
      get(url, response => {
        response.resume()
        response.once('end', () => resolve('end'))
        response.once('error', error => resolve((error as NodeJS.ErrnoException).code))
      })
    })
    expect(ended).toBe('ECONNRESET')
  })

  it('is a complete error response before them', async () => {
    const answer = await fetch(await address({ report: failingReport('json', 0), log: recordingLog() }))
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ statusCode: 500 })
  })
})

describe('a report in chunks', () => {
  it('is aborted when the client disconnects', async () => {
    let closed = false
    const report: ServerDeps['report'] = async () => ({
      ...bodyOf('csv', ''),
      chunks: (async function* () {
        try {
          for (;;) yield CHUNK
        } finally {
          closed = true
        }
      })(),
    })
    const url = await address({ report })
    const stop = new AbortController()
    const answer = await fetch(url, { signal: stop.signal })
    await answer.body!.getReader().read()
    stop.abort()
    await expect.poll(() => closed).toBe(true)
  })
})
