import { storeSummary } from '../admin/store-summary.ts'
import type { ListedField } from '../source/source.ts'
import type { Store } from '../store/store.ts'

/** What an import has to know of the tracker that the store holds. */
export interface TrackerFacts {
  /** The folder of the store. */
  readonly dir: string
  readonly issues: number
  readonly isDemo: boolean
  /** The tracker's list of fields from an earlier import: without it the same export could be read differently. */
  readonly listed: readonly ListedField[]
}

/** Reads the facts of a store. */
export async function trackerFacts(store: Store): Promise<TrackerFacts> {
  const { dir, issues, isDemo } = await storeSummary(store)
  return { dir, issues, isDemo, listed: (await store.catalogue()).fields.filter(({ listed }) => listed) }
}

/** Returns whether the tracker in the store is the demo. */
export async function holdsDemo(store: Store): Promise<boolean> {
  return (await storeSummary(store)).isDemo
}
