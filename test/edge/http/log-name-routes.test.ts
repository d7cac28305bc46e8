import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logNameList, mappedLogName } from '../../../src/app/operations/log-names.ts'
import { squadStore } from '../../intake/imports/squad-issue.ts'
import { type ConnectionsWorld, connectionsWorld } from './connections-world.ts'

const PATH = '/api/log-names'
const CREW = { id: 'customfield_2', name: 'Crew' }
const SQUAD = { name: 'Squad', field: CREW.id }

let world: ConnectionsWorld
beforeAll(async () => {
  world = await connectionsWorld({ store: squadStore })
})
afterAll(() => world.close())

const list = async () => logNameList.parse((await world.send('root', 'GET', PATH)).body)

describe('the log names', () => {
  it('are mapped to fields and back by administrators', async () => {
    const unmatched = [{ name: 'Squad', fields: [], issues: 1, examples: ['AA-1'] }]
    expect(await list()).toEqual({ mapped: [], unmatched })
    const mapped = await world.send('root', 'PUT', PATH, SQUAD)
    expect([mapped.status, mappedLogName.parse(mapped.body)]).toEqual([200, { name: 'Squad', field: CREW }])
    expect(await list()).toEqual({ mapped: [{ name: 'Squad', field: CREW }], unmatched: [] })
    const removed = await world.send('root', 'DELETE', `${PATH}/squad`)
    expect([removed.status, removed.body]).toEqual([200, { name: 'Squad', field: CREW }])
    expect(await list()).toEqual({ mapped: [], unmatched })
  })

  it.each([
    ['PUT', PATH, { name: 'Squad' }, 400, 'REQUEST_MALFORMED'],
    ['PUT', PATH, { name: ' ', field: CREW.id }, 400, 'LOG_NAME_INVALID'],
    ['PUT', PATH, { name: 'Squad', field: 'status' }, 400, 'LOG_FIELD_UNKNOWN'],
    ['DELETE', `${PATH}/Squad`, undefined, 404, 'LOG_NAME_UNKNOWN'],
  ])('refuse %s %s with %j', async (method, path, body, status, code) => {
    const answer = await world.send('root', method, path, body)
    expect([answer.status, answer.code]).toEqual([status, code])
  })

  it('are shown to administrators only', async () => {
    for (const [method, path, body] of [
      ['GET', PATH],
      ['PUT', PATH, SQUAD],
      ['DELETE', `${PATH}/Squad`],
    ] as const) {
      const { status, code, text } = await world.send('ann', method, path, body)
      expect([status, code]).toEqual([403, 'FORBIDDEN'])
      expect(text).not.toContain('Squad')
    }
  })
})
