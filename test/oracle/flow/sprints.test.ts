import type { Store } from '../../../src/store/engine/store.ts'
import { bigint, plain, sql, varchar } from '../../../src/store/sql/sql.ts'
import { DAWN, type Tracker, worldField } from '../../support/tracker-world.ts'
import { compareSprints, type Sprint } from './compare-sprints.ts'
import { followLinks, prepareCheck } from './flow-check.ts'
import { flowOracle } from './flow-oracle.ts'
import type { FlowOracleRequest } from './world.ts'

// Compares flow/sprints with the definitions in src/core/measure/flow/sprints.ts, and follows its links.
flowOracle('sprints match the definitions', 8, check, withSprints)

/** The field of the world whose values are sprints here. */
const PLANNED = 'fixVersions'

/** Returns the tracker with sprints instead of versions, and with issues without a log. */
function withSprints({ issues }: Tracker): Tracker {
  const name = (field: string) => (field === PLANNED ? 'sprint' : field)
  return {
    issues: issues.map((issue, i) => ({
      ...issue,
      hasLog: i % 5 !== 0,
      present: new Map([...issue.present].map(([field, values]) => [name(field), values])),
      changes: issue.changes.map(change => ({ ...change, field: name(change.field) })),
    })),
  }
}

/** Returns the sprints of a request: of different lengths, at instants at which issues change. One has no dates. */
function sprintsOf({ from, to, reopenTolerance }: FlowOracleRequest, instants: readonly number[]): Sprint[] {
  const ids = worldField(PLANNED).values.map(({ id }) => id)
  const at = (i: number) => instants[Math.abs(i) % Math.max(1, instants.length)] ?? DAWN
  const turn = Math.floor(from / 3_600_000) + reopenTolerance
  return [
    { id: ids[0]!, start: at(turn), end: at(turn * 7 + 3), completed: null },
    { id: ids[1]!, start: Math.min(from, at(turn * 5)), end: to, completed: at(turn * 3 + 1) },
    { id: ids[2]!, start: turn % 3 === 0 ? null : at(turn * 11), end: null, completed: null },
  ]
}

async function saveSprints(store: Store, sprints: readonly Sprint[]): Promise<void> {
  const number = (value: number | null) => (value === null ? sql`cast(null as bigint)` : bigint(value))
  await store.transact(async run => {
    await run(plain('delete from sprint'))
    for (const { id, start, end, completed } of sprints) {
      await run(
        sql`insert into sprint select ${varchar(id)}, ${varchar(`Sprint ${id}`)}, null, ${number(start)}, ${number(end)}, 2, 0, ${number(completed)}`,
      )
    }
  })
}

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const changes = tracker.issues.flatMap(({ changes }) => changes.filter(({ field }) => field === 'sprint'))
  const sprints = sprintsOf(
    generated,
    changes.map(change => change.at),
  )
  await saveSprints(store, sprints)
  const prepared = await prepareCheck(store, tracker, generated)
  await followLinks(prepared, await compareSprints(prepared, sprints))
}
