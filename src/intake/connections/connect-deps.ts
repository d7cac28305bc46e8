import type { ConnectionsInFile } from '../../access/settings/settings.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { Store } from '../../store/engine/store.ts'
import type { OpenTracker } from '../source/tracker.ts'
import type { TrackerKind } from '../source/trackers.ts'

/** The dependencies of connections. */
export interface ConnectDeps {
  readonly store: Store
  readonly now: () => Instant
  readonly zone: Zone
  readonly env: Readonly<Record<string, string | undefined>>
  /** The settings of connections in the configuration file. */
  readonly settings: ConnectionsInFile
  /** Loads the client of a kind of tracker, which most commands do not need. */
  readonly loadTracker: (kind: TrackerKind) => Promise<OpenTracker>
  /** How long the test of a connection for a request may take; see TEST_LIMIT. */
  readonly testLimitMs?: number
}
