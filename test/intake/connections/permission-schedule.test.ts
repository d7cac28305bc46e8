import { expect, it, vi } from 'vitest'
import { UTC } from '../../../src/core/time/zone.ts'
import { schedulePermissions } from '../../../src/intake/connections/permission-schedule.ts'
import type { Tracker, TrackerHello } from '../../../src/intake/source/tracker.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { replaceConnectionSetting } from '../../../src/store/rows/connection-settings-rows.ts'
import { plain, type Sql, sql, varchar } from '../../../src/store/sql/sql.ts'
import { addConnection } from '../../support/connected-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

const MINUTE = 60_000

interface World {
  readonly store: Store
  /** When the checks of each connection began, in minutes. */
  readonly checks: [connection: string, minute: number][]
  readonly errors: unknown[]
  readonly write: (...statements: Sql[]) => Promise<void>
  /** Lets time pass, and waits for the checks that are due. */
  readonly after: (minutes: number) => Promise<World['checks']>
}

/** A schedule over two connections, each with a linked account, whose checks take `checkMinutes`. */
async function scheduled(checkMinutes: number, work: (world: World) => Promise<void>): Promise<void> {
  let now = 0
  const checks: World['checks'] = []
  const errors: unknown[] = []
  let open = 0
  const trackerOf = (name: string): Pick<Tracker, 'name' | 'hello' | 'permissions' | 'close'> => ({
    name,
    hello: async () => ({}) as TrackerHello,
    permissions: {
      browsers: null,
      groupMembers: null,
      check: async () => {
        checks.push([name, now / MINUTE])
        now += checkMinutes * MINUTE
        return { projects: new Set(), issues: new Set() }
      },
    },
    close: async () => void open--,
  })
  await withTemporaryStore(async store => {
    const write = (...statements: Sql[]) =>
      store.transact(async run => {
        for (const statement of statements) await run(statement)
      })
    for (const name of ['first', 'second']) {
      await addConnection(store, { name, mode: 'tracker', projects: { [name]: true } })
      await write(sql`insert into account_link values ('ben', ${varchar(name)}, 'a-ben')`)
    }
    const schedule = schedulePermissions(
      {
        store,
        now: () => now,
        zone: UTC,
        env: {},
        settings: {},
        loadTracker: async () => access => {
          open++
          return trackerOf(access.name) as Tracker
        },
      },
      { info: () => {}, error: fields => void errors.push(fields) },
    )
    try {
      await work({
        store,
        checks,
        errors,
        write,
        after: async minutes => {
          now += minutes * MINUTE
          const seen = checks.length + errors.length
          await schedule.tick()
          await vi.waitFor(() => expect(checks.length + errors.length).toBeGreaterThan(seen)).catch(() => {})
          await vi.waitFor(() => expect(open).toBe(0))
          return checks.splice(0)
        },
      })
    } finally {
      await schedule.stop()
    }
  })
}

it('permissions are checked an interval after the start of the last check', () =>
  scheduled(4, async ({ after, write }) => {
    await write(plain("update connection set permissions = 'manual' where name = 'second'"))
    expect(await after(0)).toEqual([['first', 0]])
    expect(await after(0.5)).toEqual([])
    expect(await after(0.5)).toEqual([['first', 5]])
  }))

itDrawn('permissions are checked while missing issues need approval, and in no other state that needs somebody', () =>
  scheduled(0, async ({ after, write }) => {
    await write(plain("update connection set permissions = 'manual' where name = 'second'"))
    for (const [state, approval, isChecked] of [
      ['live', null, true],
      ['needs-approval', 'loss', true],
      ['needs-approval', 'site', false],
      ['needs-approval', 'clock', false],
      ['needs-token', null, false],
      ['paused', null, false],
    ] as const) {
      await write(sql`update connection set state = ${varchar(state)}, approval = ${varchar(approval)}`)
      expect([state, approval, (await after(10)).length > 0]).toEqual([state, approval, isChecked])
    }
  }),
)

it('certificates that one connection cannot read stop no other', () =>
  scheduled(0, async ({ after, store, errors }) => {
    await store.transact(run => replaceConnectionSetting(run, 'first', 'ca', '/no/such/file'))
    expect(await after(0)).toEqual([['second', 0]])
    expect(errors).toMatchObject([{ connection: 'first', err: { code: 'FILE_UNREADABLE' } }])
    expect(await after(1)).toEqual([])
    expect(errors).toHaveLength(1)
  }))
