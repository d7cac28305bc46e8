import { beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { addIssue } from '../../store/small-batch.ts'
import { temporaryStore } from '../../support/temporary-store.ts'
import { DEPS } from './small-tracker.ts'
import { JSON_BODY, testServer } from './test-server.ts'

let parse: (body: unknown) => Promise<{ status: number; body: Record<string, unknown> }>
let suggest: (text: string, position?: string) => Promise<{ status: number; body: Record<string, never> }>

beforeAll(async () => {
  const store = await temporaryStore()
  await addIssue(store, 'WEB-1')
  const { server } = testServer({ queries: createWorkspace(store, DEPS).queries })
  parse = async body => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await server.inject({ method: 'POST', url: '/api/jql/parse', payload, headers: JSON_BODY })
    return { status: answer.statusCode, body: answer.json() }
  }
  suggest = async (text, position) => {
    const query = new URLSearchParams({ text, ...(position === undefined ? {} : { position }) })
    const answer = await server.inject(`/api/jql/suggest?${query}`)
    return { status: answer.statusCode, body: answer.json() }
  }
})

describe('parsing a query over HTTP', () => {
  it('returns its canonical text and its tree', async () => {
    const { status, body } = await parse({ query: 'project=WEB and not key  > WEB-1' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      query: 'project = WEB AND NOT key > WEB-1',
      mistakes: [],
      tree: { where: { kind: 'and' } },
    })
  })

  it('returns every semantic error with its location, and still the tree', async () => {
    const { body } = await parse({ query: 'projekt = WEB AND project = WEP' })
    expect(body.query).toBe('projekt = WEB AND project = WEP')
    expect(body.mistakes).toMatchObject([
      { code: 'JQL_FIELD_UNKNOWN', span: { start: 0, end: 7 }, line: 1, character: 1 },
      { code: 'JQL_VALUE_UNKNOWN', character: 29 },
    ])
  })

  it('returns neither text nor tree of an invalid query', async () => {
    const { status, body } = await parse({ query: 'project = ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ query: null, tree: null, mistakes: [{ code: 'JQL_OPERAND_EXPECTED' }] })
  })

  it.each(['', '[]', '{"query": 7}', 'query=project', '{"query": "a", "more": 1}'])(
    'rejects the body %j',
    async payload => {
      const { status, body } = await parse(payload)
      expect([status, body.code]).toEqual([400, 'REQUEST_MALFORMED'])
    },
  )
})

describe('suggestions for a query', () => {
  it('are fields at the start, with the range that they replace', async () => {
    const { body } = await suggest('pro')
    expect(body).toMatchObject({ replace: { start: 0, end: 3 }, items: [{ text: 'project' }] })
  })

  it('are values of the store after an operator', async () => {
    const { body } = await suggest('project = ')
    expect(JSON.stringify(body)).toContain('WEB')
  })

  it('are for the requested position', async () => {
    const { body } = await suggest('pro = WEB', '2')
    expect(body).toMatchObject({ replace: { start: 0, end: 3 } })
    for (const position of ['x', '-1', '1e3', '0x1', '']) expect((await suggest('pro', position)).status).toBe(400)
  })
})
