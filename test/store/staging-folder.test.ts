import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attach, attachFilled, DETACH, makeStagingFolder, markFilled } from '../../src/store/batches/staging-folder.ts'
import { driver } from '../../src/store/engine/driver.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

let writer: DuckDBConnection
let reader: DuckDBConnection

beforeAll(async () => {
  const instance = await driver.DuckDBInstance.create(':memory:')
  writer = await instance.connect()
  reader = await instance.connect()
})
afterAll(() => {
  reader.closeSync()
  writer.closeSync()
})

/** Runs `work` while a query on another connection holds the attached staging database, which `work` detaches. */
async function whileHeld(table: string, work: () => Promise<unknown>): Promise<void> {
  await reader.run('begin')
  await reader.run(`select * from incoming.${table}`)
  try {
    await writer.run(DETACH)
    await work()
  } finally {
    await reader.run('rollback')
  }
}

describe('a detached staging database that another query still holds', () => {
  it('does not hinder that it is read as a filled one, or the next batch', async () => {
    const folder = join(temporaryFolder(), 'staging')
    makeStagingFolder(folder)
    await writer.run(attach(folder))
    await writer.run('create table incoming.issue as select 1 as local')
    await writer.run('checkpoint incoming')
    await whileHeld('issue', async () => {
      markFilled(folder)
      await writer.run(attachFilled(folder))
    })
    expect((await writer.runAndReadAll('select local from incoming.issue')).getRows()).toEqual([[1]])
    await whileHeld('issue', async () => {
      makeStagingFolder(folder)
      await writer.run(attach(folder))
    })
    await writer.run(DETACH)
  })
})
