import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isDisplayOption, readAddress } from '../../src/store/batches/convert-saved-reports.ts'
import { Engine, LIMITS } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { databaseIn } from '../../src/store/files/store-files.ts'
import { readAllViews, type ViewRow } from '../../src/store/rows/view-rows.ts'
import { choicesOf } from '../../src/web/shell/view-choices.ts'
import { endpointOf, parametersOf, parseChoices } from '../../src/web/state/choices.ts'
import { recordedAddresses } from '../compatibility/old-store.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { LATER_TABLES } from './later-tables.ts'

const queryOf = ({ address }: { readonly address: string }) => address.slice(address.indexOf('?') + 1)

/** Saves the recorded addresses as the version before did, migrates the store, and returns its saved reports. */
async function converted(): Promise<readonly ViewRow[]> {
  const dir = join(temporaryFolder(), 'store')
  await (await openStore(dir, { create: true })).close()
  const path = databaseIn(dir)
  const engine = await Engine.open(path, LIMITS, `${path}.tmp`)
  await engine.use(async connection => {
    await connection.run('drop table saved_view')
    await connection.run('drop table workflow')
    await connection.run('alter table issue drop column is_status_logged')
    await connection.run('alter table issue drop column last_entry_ms')
    await connection.run('alter table sprint drop column completed_ms')
    for (const table of LATER_TABLES) await connection.run(`drop table ${table}`)
    await connection.run('alter table issue_type drop column hierarchy_level')
    await connection.run('alter table stay drop column previous_last_ms')
    await connection.run('alter table ledger drop column is_outdated')
    await connection.run('alter table ledger drop column issue_key')
    await connection.run('alter table ledger drop column missing_ms')
    await connection.run('alter table field drop column untranslated_name')
    await connection.run('create table saved_report (login varchar, name varchar, address varchar)')
    for (const address of recordedAddresses) {
      const values = ['bob', address.name, queryOf(address)]
      await connection.run('insert into saved_report values ($1, $2, $3)', values)
    }
    await connection.run('update store_info set schema_version = 13')
  })
  engine.close()
  const store = await openStore(dir, { create: false })
  return store.snapshot(run => readAllViews(run, 'report')).finally(() => store.close())
}

describe('the saved reports of an older version', () => {
  it('open the same reports with the same display', async () => {
    const views = await converted()
    expect(views).toHaveLength(recordedAddresses.length)
    for (const recorded of recordedAddresses) {
      const view = views.find(({ name }) => name === recorded.name)!
      const { endpoint, parameters } = recorded
      expect(view.endpoint).toBe(endpoint)
      expect(Object.fromEntries(view.parameters.map(({ name, value }) => [name, value]))).toEqual(parameters)
      const choices = choicesOf({ ...view, endpoint: endpoint as 'list' })
      expect(choices).toEqual(parseChoices(queryOf(recorded)))
      expect([endpointOf(choices), parametersOf(choices)]).toEqual([endpoint, parameters])
    }
  })

  it('are private, and their times are unknown', async () => {
    for (const view of await converted()) {
      expect(view).toMatchObject({ login: 'bob', sharing: 'private', group: null, created: null, updated: null })
    }
  })

  it('get short ids that are the same after each conversion', async () => {
    const ids = (await converted()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
    expect((await converted()).map(({ id }) => id)).toEqual(ids)
  })
})

describe('an address of the page', () => {
  it('has the last value of each name, and no empty values, as when the page reads it', () => {
    for (const query of ['a=1&a=2&b=&report=list', '?report=x&view.open=&show=chart', '', 'report=&a=%zz&c=+d']) {
      const { endpoint, parameters, display } = readAddress(query)
      const choices = parseChoices(query)
      expect(endpoint).toBe(endpointOf(choices))
      expect(Object.fromEntries(parameters.map(({ name, value }) => [name, value]))).toEqual(parametersOf(choices))
      expect(display.every(({ name }) => isDisplayOption(name))).toBe(true)
    }
  })
})
