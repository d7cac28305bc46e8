import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { smallFolder } from '../../support/small-store.ts'
import { DEPS, temporaryFolder } from '../http/small-tracker.ts'
import { sharing, testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
let workspace: Workspace

beforeEach(async () => {
  folder = temporaryFolder()
  const store = join(folder.path, 'store')
  await smallFolder(store)
  workspace = createWorkspace(await openStore(store, { create: false, limits: ONE_THREAD }), DEPS)
})

afterEach(async () => {
  await workspace.close()
  folder.forget()
})

async function sojourn(...args: string[]) {
  const context = testContext(sharing(workspace))
  const code = await run(args, context)
  return { code, out: context.out.text(), err: context.err.text() }
}

describe('the name of a calendar', () => {
  it('works like its id, unless it is ambiguous', async () => {
    await sojourn('calendar', 'add', '--time-zone', 'UTC', '--name', 'Office')
    for (const id of ['3', '4']) await sojourn('calendar', 'add', '--time-zone', 'UTC', '--name', 'Night', '--id', id)
    expect(JSON.parse((await sojourn('calendar', 'show', 'office')).out)).toMatchObject({ name: 'Office' })
    expect((await sojourn('calendar', 'explain', '--calendar', 'Office', '2024-03-01', '2024-03-02')).code).toBe(0)
    expect(await sojourn('calendar', 'default', 'night')).toMatchObject({
      code: 2,
      err: "'night' is the name of 2 calendars; give one of their ids: 3, 4.\n",
    })
    expect((await sojourn('calendar', 'show', 'Offise')).err).toContain("Did you mean 'Office'?")
  })
})

describe('the name of a project', () => {
  it('works like its key', async () => {
    const said = 'Project WEB may be browsed by: administrators.\n'
    expect(await sojourn('project', 'restrict', 'Web Shop')).toMatchObject({ code: 0, out: said })
    expect(await sojourn('project', 'open', 'web shop')).toMatchObject({
      code: 0,
      out: 'Project WEB may be browsed by everybody.\n',
    })
  })
})

describe('sojourn calendar add --country', () => {
  it('accepts a time zone and hours that differ from those of the server', async () => {
    await sojourn('calendar', 'list')
    const args = ['--country', 'US', '--time-zone', 'America/New_York', '--hours', '08:00-12:00,13:00-16:00']
    expect(await sojourn('calendar', 'add', ...args)).toEqual({
      code: 0,
      out: 'Added calendar United States of America (id 1).\n',
      err: '',
    })
    expect(JSON.parse((await sojourn('calendar', 'show', '1')).out)).toMatchObject({
      timeZone: 'America/New_York',
      publicHolidays: { country: 'US', firstYear: 2000, lastYear: 2040 },
      workingTimes: expect.arrayContaining([{ weekday: 'friday', start: '13:00', end: '16:00' }]),
    })
    expect(JSON.parse((await sojourn('calendar', 'show', '0')).out)).toMatchObject({ timeZone: 'Europe/Berlin' })
  })

  it('names the calendar after the country and the region; the list shows both, the zone and the hours', async () => {
    await sojourn('calendar', 'add', '--country', 'de', '--region', 'by')
    await sojourn('calendar', 'add', '--country', 'DE', '--region', 'BE', '--hours', '08:00-12:00,13:00-16:00')
    await sojourn('calendar', 'add', '--country', 'DE', '--name', 'Office')
    const [, ...lines] = (await sojourn('calendar', 'list')).out
      .split('\n')
      .map(line => line.split(/ {2,}/).slice(1, 5))
    expect(lines.slice(0, 3).map(cells => cells.join(' | '))).toEqual([
      expect.stringMatching(/^1 \| Germany, \S+ \| Germany, \S+ \| Europe\/Berlin$/),
      expect.stringMatching(/^2 \| Germany, Berlin \| Germany, Berlin \| Europe\/Berlin$/),
      '3 | Office | Germany | Europe/Berlin',
    ])
    const listed = JSON.parse((await sojourn('calendar', 'list', '--json')).out)
    expect(listed.map((one: Record<string, unknown>) => [one.country, one.region, one.hours])).toEqual([
      [null, null, 'Mon-Fri 09:00-17:00'],
      ['DE', 'BY', 'Mon-Fri 09:00-17:00'],
      ['DE', 'BE', 'Mon-Fri 08:00-12:00,13:00-16:00'],
      ['DE', null, 'Mon-Fri 09:00-17:00'],
    ])
  })

  it('names the time zones of a country with several, if none is given', async () => {
    const { code, err } = await sojourn('calendar', 'add', '--country', 'US')
    expect(code).toBe(2)
    expect(err).toMatch(/^US has several time zones\. Choose one of them with --time-zone: .*America\/Chicago/)
  })

  it('has years without holidays, which explain reports', async () => {
    await sojourn('calendar', 'add', '--country', 'DE')
    const { out } = await sojourn('calendar', 'explain', '--calendar', '1', '1999-12-31', '2000-01-02')
    expect(out).toMatch(/\nThe calendar has no holidays for 1999\.\n$/)
    expect((await sojourn('calendar', 'explain', '--calendar', '1', '2015-12-24', '2015-12-26')).out).toContain(
      'holiday Christmas Day',
    )
  })
})
