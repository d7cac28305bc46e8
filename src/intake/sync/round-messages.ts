import type { BatchServices } from '../../store/batches/remote-batch.ts'
import type { TrackerAccess } from '../source/tracker.ts'
import type { TrackerKind } from '../source/trackers.ts'
import type { HintSource, RoundRequest, RoundSettings } from './round-settings.ts'
import type { SyncRows } from './sync-store.ts'

/** The input of a round in a worker thread. It is copied to the thread, so it is plain data, and has no secret: see RoundServices. */
export interface RoundJob {
  readonly connection: string
  readonly kind: TrackerKind
  readonly access: Omit<TrackerAccess, 'secret' | 'clock' | 'signal'>
  readonly settings: RoundSettings
  readonly request: RoundRequest
}

/** The services that the store's thread provides to a round. */
export interface RoundServices extends SyncRows, BatchServices {
  /** Reads the secret of the connection. */
  readonly secret: () => Promise<string>
  /** Waits for the next issues that webhooks name; `null` when there are no more for this round. */
  readonly nextHints: HintSource['next']
  readonly stopHints: HintSource['stop']
}
