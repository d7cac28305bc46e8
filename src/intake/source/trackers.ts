import type { OpenTracker } from './tracker.ts'

/** A kind of live tracker. */
interface LiveTracker {
  /** Its products: their names, by the words with which connections store them. No two trackers share a word. */
  readonly products: Readonly<Record<string, string>>
  /** Loads its client, which most commands do not need. */
  readonly load: () => Promise<OpenTracker>
}

/** The live trackers by kind: a new one is a folder next to this file and a line here. */
export const trackers = {
  jira: {
    products: { cloud: 'Jira Cloud', server: 'Jira Data Center' },
    load: async () => (await import('./jira/live/open-jira.ts')).openJira,
  },
} as const satisfies Readonly<Record<string, LiveTracker>>

/** A kind of live tracker. */
export type TrackerKind = keyof typeof trackers

/** All kinds of live trackers. Requests that name none mean the first. */
export const trackerKinds = Object.keys(trackers) as [TrackerKind, ...TrackerKind[]]

/** A product of a live tracker. */
export interface Product {
  readonly tracker: TrackerKind
  /** How connections store it. */
  readonly word: string
  readonly name: string
}

const products: readonly Product[] = trackerKinds.flatMap(tracker =>
  Object.entries(trackers[tracker].products).map(([word, name]) => ({ tracker, word, name })),
)

/** Returns the product that a connection stores, or that a tracker names. Throws for any other. */
export function productOf(wordOrName: string): Product {
  const product = products.find(({ word, name }) => word === wordOrName || name === wordOrName)
  if (product === undefined) throw new Error(`no tracker has the product ${wordOrName}`)
  return product
}
