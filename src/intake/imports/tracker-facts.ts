import type { Store } from '../../store/engine/store.ts'
import { readConnections, readOtherScopes } from '../../store/rows/connection-rows.ts'
import { readTrackerRow } from '../../store/rows/summary-rows.ts'
import type { ListedField } from '../source/source.ts'

/** The facts about the store and its tracker that an import uses. */
export type TrackerFacts = Readonly<Awaited<ReturnType<typeof trackerFacts>>>

/** Reads the facts of a store. */
export async function trackerFacts(store: Store) {
  const listed = (await store.catalogue()).fields.filter(field => field.listed)
  const { tracker, names, connected } = await store.snapshot(async run => ({
    tracker: await readTrackerRow(run),
    names: (await readConnections(run)).map(({ name }) => name),
    connected: await readOtherScopes(run, ''),
  }))
  return {
    /** The folder of the store. */
    dir: store.dir,
    issues: Number(tracker.issues),
    isDemo: tracker.isDemo === true,
    /** The tracker's list of fields from an earlier import. Without it, the same export could be read differently. */
    listed: listed as readonly ListedField[],
    /** The connections of the store. */
    connections: names,
    /** The projects that connections keep in sync: the name of the connection by the tracker's id. */
    connected,
  }
}

/** Returns whether the tracker in the store is the demo. */
export async function holdsDemo(store: Store): Promise<boolean> {
  return (await store.snapshot(readTrackerRow)).isDemo === true
}
