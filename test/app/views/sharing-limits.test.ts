import { beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src/access/settings/known-settings.ts'
import { SHARING_LIMITS } from '../../../src/app/views/sharing-limits.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { sql } from '../../../src/store/sql/sql.ts'
import { type Answer, parameters, type Request, report, viewsWorld } from './views-world.ts'

let world: Awaited<ReturnType<typeof viewsWorld>>
let request: Request

beforeEach(async () => {
  world = await viewsWorld({ sharingLimits: { perUser: 2, kilobytes: 1 } })
  request = world.request
})

/** Saves a report, and returns its id. */
async function save(who: string, name: string, more: object = {}): Promise<string> {
  const { status, body, text } = await request(who, 'POST', '', report(name, more))
  expect(status, text).toBe(201)
  return body.id
}

const codeOf = ({ status, body }: Answer) => [status, body.code]

const SHARED = { sharing: 'everyone' }

/** A display whose JSON has `bytes` bytes, with characters of two bytes. */
function display(bytes: number) {
  const empty = JSON.stringify([{ name: 'view.note', value: '' }]).length
  return [{ name: 'view.note', value: 'é'.repeat((bytes - empty) / 2) + 'e'.repeat((bytes - empty) % 2) }]
}

/** The size of the parameters of `report`. */
const OWN = JSON.stringify(parameters({})).length

describe('the number of reports that a user shares', () => {
  it('is limited: one more is refused, whether it is saved, shared or restored', async () => {
    const first = await save('ann', 'First', SHARED)
    await save('ann', 'Second', { sharing: 'group', group: 'Builders' })
    const own = await save('ann', 'Own')
    const refused = await request('ann', 'POST', '', report('Third', SHARED))
    expect(codeOf(refused)).toEqual([409, 'SHARED_REPORTS_TOO_MANY'])
    expect(refused.body.detail).toBe(
      'You share 2 saved reports. Allowed: at most 2 (setting sharedReportsPerUser). Make one of them private, or save this one as private.',
    )
    expect(codeOf(await request('ann', 'PATCH', `/${own}`, SHARED))).toEqual([409, 'SHARED_REPORTS_TOO_MANY'])
    await save('bob', 'Of another user', SHARED)

    await request('ann', 'DELETE', `/${first}`)
    expect((await request('ann', 'PATCH', `/${own}`, SHARED)).status).toBe(200)
    expect(codeOf(await request('ann', 'POST', `/${first}/restore`))).toEqual([409, 'SHARED_REPORTS_TOO_MANY'])
    expect((await request('ann', 'PATCH', `/${own}`, { sharing: 'private' })).status).toBe(200)
    expect((await request('ann', 'POST', `/${first}/restore`)).status).toBe(200)
  })

  it('may be higher if the reports were shared before: they stay, and can be changed', async () => {
    const id = await save('cid', 'Old 0', SHARED)
    await world.store.transact(run =>
      run(sql`insert into saved_view select * exclude (i) replace (id || i as id, 'Old ' || i as name)
        from saved_view, range(1, 5) numbers (i) where login = 'cid'`),
    )
    expect((await request('cid', 'PATCH', `/${id}`, { name: 'Renamed' })).body.sharing).toBe('everyone')
    expect(
      (await request('bob', 'GET')).body.views.filter(({ owner }: { owner: string }) => owner === 'cid'),
    ).toHaveLength(5)
  })

  it('is limited also when several are shared at once', async () => {
    const several = Array.from({ length: 6 }, (_, i) => request('root', 'POST', '', report(`Report ${i}`, SHARED)))
    const statuses = (await Promise.all(several)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(2).fill(201), ...Array(4).fill(409)])
  })
})

describe('the size of a shared report', () => {
  it('is limited in bytes of its parameters and its display', async () => {
    const most = display(1000 - OWN)
    const id = await save('bob', 'Largest', { ...SHARED, display: most })
    const larger = report('Too large', { ...SHARED, display: display(1001 - OWN) })
    const refused = await request('bob', 'POST', '', larger)
    expect(codeOf(refused)).toEqual([400, 'SAVED_REPORT_INVALID'])
    expect(refused.body.detail).toContain(
      "parameters and display have 1001 bytes with the sharing 'everyone'. Allowed: at most 1000 bytes (setting sharedReportKb).",
    )
    const own = await save('bob', 'Own', { display: display(1001 - OWN) })
    expect(codeOf(await request('bob', 'PATCH', `/${own}`, SHARED))).toEqual([400, 'SAVED_REPORT_INVALID'])
    const change = { display: display(1001 - OWN) }
    expect(codeOf(await request('bob', 'PATCH', `/${id}`, change))).toEqual([400, 'SAVED_REPORT_INVALID'])
  })

  it('may be larger if the report was shared before: it stays, until its content changes', async () => {
    const id = await save('bob', 'Old and large', { display: display(1003 - OWN) })
    await world.store.transact(run => run(sql`update saved_view set sharing = 'everyone' where name = 'Old and large'`))
    expect((await request('bob', 'PATCH', `/${id}`, { name: 'Renamed and large' })).body.sharing).toBe('everyone')
    const changed = await request('bob', 'PATCH', `/${id}`, { display: display(1002 - OWN) })
    expect(codeOf(changed)).toEqual([400, 'SAVED_REPORT_INVALID'])
  })
})

it('the limits of sharing are the defaults of their settings', () => {
  const { sharedReportsPerUser, sharedReportKb } = defaultSettings(UTC)
  expect(SHARING_LIMITS).toEqual({ perUser: sharedReportsPerUser, kilobytes: sharedReportKb })
})
