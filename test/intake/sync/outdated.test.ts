import { expect, it } from 'vitest'
import { type SyncStore, syncStore } from '../../../src/intake/sync/sync-store.ts'
import { hintIssues } from '../../../src/store/rows/hint-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { IS_DEEP, sample } from '../../support/sampling.ts'
import { afterSmallRound, freshContent, status } from './small-tracker.ts'
import { storeContent } from './store-content.ts'
import { HOUR, NAME, type SyncedStore } from './synced-store.ts'

// Issues that must be read again although their `updated` is the same, and are not listed just then.

const ID = '10002'

/** Lets lists leave out the issue, or have it again. Its address always has it. */
function list({ tracker }: SyncedStore, isListed: boolean): void {
  tracker.update(ID, { isUnlisted: !isListed })
}

function change({ tracker }: SyncedStore): void {
  tracker.changeStatus(ID, '3', { touch: false })
}

function hint({ store, clock }: SyncedStore): Promise<unknown> {
  const hints = [{ id: ID, project: '1', deletion: null }]
  return store.transact(run => hintIssues(run, NAME, hints, clock.now()))
}

/** Leaves a suspect: the tracker does not answer for the address of the issue. */
async function makeSuspect(one: SyncedStore): Promise<void> {
  one.tracker.fault = (_, call) => (call === 'find' ? 'rejected' : null)
  list(one, false)
  await one.next()
}

async function expectCurrent(one: SyncedStore): Promise<void> {
  expect(await status(one, ID)).toBe('3')
  expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
  one.tracker.calls.length = 0
  await one.next()
  expect(one.tracker.called('issues')).toBe(0)
}

const REASONS: readonly (readonly [reason: string, happens: (one: SyncedStore) => Promise<unknown>])[] = [
  ['its project has another key', async one => one.tracker.updateProject('1', { key: 'SHOP' })],
  ['a webhook named it', hint],
  ['all issues are read again', one => one.next({ full: true })],
  [
    'an older version read it',
    one => one.store.transact(run => run(plain(`update connection set settings = '["ada",null,0]'`))),
  ],
]

/** Which reason comes first in which situation: the other one in half of the runs. */
const [FIRST] = sample('situations', [0, 1], 1) as [number]

const SITUATIONS = ['it is listed again', 'it stops being a suspect'] as const

/** Each reason in one of the situations, and each situation with some of the reasons. */
const CASES = REASONS.flatMap(([reason, happens], i) => {
  const all = SITUATIONS.map(situation => [reason, situation, happens] as const)
  return IS_DEEP ? all : [all[(i + FIRST) % all.length]!]
})

it.each(CASES)('because %s: an issue is read when %s', (_, situation, happens) =>
  afterSmallRound(async one => {
    one.wait(HOUR)
    if (situation === 'it is listed again') list(one, false)
    else await makeSuspect(one)
    change(one)
    await happens(one)
    await one.next()
    expect(await status(one, ID)).toBe('1')
    list(one, true)
    await one.next({ census: true })
    await expectCurrent(one)
  }),
)

itDrawn('because it was read at the instant of its change: an issue is read when it is listed again', () =>
  afterSmallRound(async one => {
    one.wait(HOUR)
    one.tracker.changeStatus(ID, '2')
    await one.round()
    one.tracker.changeStatus(ID, '3')
    list(one, false)
    await one.next()
    expect(await status(one, ID)).toBe('2')
    list(one, true)
    await one.next({ census: true })
    await expectCurrent(one)
  }),
)

it.each(['suspects', 'entries'] as const)('a webhook that comes after `%s` is not lost', method =>
  afterSmallRound(async one => {
    one.wait(HOUR)
    await makeSuspect(one)
    one.tracker.fault = () => null
    change(one)
    if (method === 'entries') list(one, true)
    const rows = syncStore(one.store, NAME)
    let isHinted = false
    const hinting = async (...args: readonly unknown[]) => {
      const found = await (rows[method] as (...args: readonly unknown[]) => Promise<readonly { id: string }[]>)(...args)
      if (!isHinted && found.some(({ id }) => id === ID)) {
        isHinted = true
        await hint(one)
      }
      return found
    }
    await one.next({ census: true }, { ...rows, [method]: hinting } as SyncStore)
    expect(isHinted).toBe(true)
    list(one, true)
    one.wait(HOUR)
    await one.next({ census: true })
    await expectCurrent(one)
  }),
)

itDrawn('a new issue with the key of another is not taken for stored when it was a suspect', () =>
  afterSmallRound(async one => {
    one.wait(HOUR)
    const id = one.tracker.addIssue('1')
    one.tracker.update(id, { number: 2 })
    one.wait(HOUR)
    expect((await one.next()).warnings).toContain(`Issue WEB-2 (id ${id}) has the id or the key of WEB-2 (id ${ID}).`)
    one.tracker.update(id, { isUnlisted: true })
    await one.next({ census: true })
    one.tracker.update(id, { isUnlisted: false, number: 6 })
    await one.next({ census: true })
    expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
  }),
)

itDrawn('an outdated suspect stays in its project when a late list has it in another one', () =>
  afterSmallRound(async one => {
    const { tracker } = one
    one.wait(HOUR)
    tracker.move(ID, '2')
    await one.next()
    await makeSuspect(one)
    tracker.updateProject('2', { key: 'RUN' })
    await one.next()
    tracker.page = issues =>
      issues.some(({ id }) => id === '10001') ? [...issues, { id: ID, key: null, updated: 0 }] : issues
    await one.next({ census: true })
    const [entry] = await one.store.query(plain(`select project_ref from ledger where issue_ref = '${ID}'`))
    expect(entry).toEqual({ project_ref: '2' })
  }),
)
