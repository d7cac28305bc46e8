import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Engine, LIMITS } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { SCHEMA_VERSION } from '../../src/store/engine/schema.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { isComplete } from '../../src/web/builder/is-complete.ts'
import { endpointOf, parametersOf, parseChoices, toQueryString } from '../../src/web/state/choices.ts'
import { type Served, serve, sojourn } from '../faults/real-process.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { catalogue } from '../web/builder/catalogue.ts'
import { comparable, knownChanges, withoutKnownChanges } from './known-changes.ts'
import {
  OLD_SETTINGS_FILE,
  type RecordedRequest,
  recordedAddresses,
  recordedBody,
  recordedRequests,
  recordedSettings,
  sendAgain,
  unpackOldBackup,
  unpackOldStore,
} from './old-store.ts'

const SERVER = ['--time-zone', 'Europe/Berlin']
const MODES = { open: SERVER, tokens: [...SERVER, '--access', 'tokens'] }
const requestsOf = { open: recordedRequests.filter(({ as }) => !as), tokens: recordedRequests.filter(({ as }) => as) }

const folder = temporaryFolder()

/** Compares the response to a request with the recorded one. */
async function expectAsRecorded(request: RecordedRequest, address: string): Promise<void> {
  const { body, ...head } = await sendAgain(request, address)
  const { status, code, type } = request
  expect(head, body.slice(0, 1000)).toEqual({ status, ...(code === undefined ? {} : { code }), type })
  const parts = (text: string) => comparable(text).split(/(?=\{)/)
  expect(parts(withoutKnownChanges(request.name, body))).toEqual(parts(recordedBody(request)))
}

async function stop({ child, ended }: Served): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ status: 0, err: '' })
}

describe.runIf(IS_BUILT)('a store of an older version', () => {
  const store = join(folder, 'store')

  beforeAll(() => unpackOldStore(store))

  describe.each(['open', 'tokens'] as const)('in access mode %s', mode => {
    let server: Served
    beforeAll(async () => {
      server = await serve(store, MODES[mode])
    })
    afterAll(() => stop(server))

    it.each(sample(`old ${mode}`, requestsOf[mode], 12))('returns $name as before', request =>
      expectAsRecorded(request, server.address),
    )
  })

  it('then has the schema of this version, and no other files', async () => {
    const opened = await openStore(store, { create: false })
    const rows = await opened.query(plain('select schema_version from store_info')).finally(() => opened.close())
    expect(rows).toEqual([{ schema_version: SCHEMA_VERSION }])
    expect(readdirSync(store)).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
  })

  itDrawn('returns the same after its backup is restored', async () => {
    const backup = join(folder, 'backup')
    const restored = join(folder, 'restored')
    unpackOldBackup(backup)
    await commandHere('restore', backup, '--store', restored)
    const server = await serve(restored, MODES.open)
    for (const request of sample('restored', requestsOf.open, 2)) await expectAsRecorded(request, server.address)
    await stop(server)
  })
})

it.runIf(IS_BUILT)('a store of a newer version is rejected, and unchanged', async () => {
  const store = join(folder, 'newer')
  unpackOldStore(store)
  const path = join(store, 'sojourn.duckdb')
  const engine = await Engine.open(path, LIMITS, `${path}.tmp`)
  await engine.use(connection => connection.run(`update store_info set schema_version = ${SCHEMA_VERSION + 1}`))
  await engine.use(connection => connection.run('checkpoint'))
  engine.close()
  const content = () =>
    readdirSync(store).map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(join(store, name)))
        .digest('hex'),
    ])
  const before = content()
  const { status, err } = await sojourn(['info', '--store', store])
  expect({ status, err }).toEqual({
    status: 1,
    err: expect.stringContaining(`schema ${SCHEMA_VERSION + 1}; this one knows up to ${SCHEMA_VERSION}`),
  })
  expect(content()).toEqual(before)
})

it.runIf(IS_BUILT)('a settings file of an older version has the same settings', async () => {
  const read = JSON.parse(await commandHere('config', '--json', '--config', OLD_SETTINGS_FILE)) as Readonly<
    Record<string, { readonly value: unknown; readonly source: string }>
  >
  for (const [name, value] of Object.entries(recordedSettings))
    expect(read[name], name).toMatchObject({ value, source: 'file' })
  expect(Object.keys(recordedSettings)).toEqual(Object.keys(JSON.parse(readFileSync(OLD_SETTINGS_FILE, 'utf8'))))
})

describe('a page URL of an older version', () => {
  it.each(recordedAddresses)('requests the same report: $name', ({ address, isComplete: wasComplete, ...request }) => {
    const query = address.slice(address.indexOf('?') + 1)
    const choices = parseChoices(`?${query}`)
    expect({ endpoint: endpointOf(choices), parameters: parametersOf(choices) }).toEqual({
      endpoint: request.endpoint,
      parameters: request.parameters,
    })
    expect(isComplete(choices, catalogue)).toBe(wasComplete)
    expect(toQueryString(choices)).toBe(query)
  })
})

it('every known change has a recorded request', () => {
  const names = new Set(recordedRequests.map(({ name }) => name))
  expect(knownChanges.flatMap(({ requests }) => requests.filter(name => !names.has(name)))).toEqual([])
})
