import { UserError } from '../base/errors.ts'
import { readLakeRevisions } from '../store/lake-rows.ts'
import { Semaphore } from '../store/semaphore.ts'
import { type Env, openTarget } from './open-target.ts'
import { lakeFailure, type PublishDeps, type Published, publish } from './publish.ts'

/** The lake of a store. */
export interface Lake {
  /**
   * Publishes the store. Waits for a running publish.
   *
   * Throws LAKE_MISSING without a location, LAKE_FAILED and LAKE_FOREIGN.
   */
  readonly publish: (work: LakePublish, signal?: AbortSignal) => Promise<Published>
  /** Returns the current revision; `null` if nothing was published. */
  readonly status: () => Promise<LakeStatus | null>
}

/** What to publish, and where. */
export interface LakePublish {
  /** The absolute path of a folder, or `s3://BUCKET/PREFIX`; `null` for the location of the settings. */
  readonly location: string | null
  readonly takeOver: boolean
}

/** The current revision of a lake. */
export interface LakeStatus {
  readonly location: string
  readonly revision: number
  readonly published: number
  readonly issues: number
  readonly bytes: number
  /** The number of replaced revisions that are still kept. */
  readonly kept: number
}

/** A lake that can be closed. */
export interface OpenLake extends Lake {
  /** Stops a running publish. */
  readonly close: () => void
}

/** What a lake needs. */
export interface LakeDeps extends Pick<PublishDeps, 'store' | 'now'> {
  /** The location of the settings; `null` without one. */
  readonly lake: string | null
  /** The variables with the address and the keys of a bucket. */
  readonly env?: Env
}

/** Returns the lake of a store. */
export function createLake(deps: LakeDeps): OpenLake {
  const turns = new Semaphore(1)
  const closing = new AbortController()
  return {
    publish: ({ location, takeOver }, signal) =>
      turns.run(async () => {
        const chosen = location ?? deps.lake
        if (chosen === null) throw new UserError('LAKE_MISSING')
        const stopped = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
        const target = await openTarget(chosen, deps.env ?? {}).catch(error => {
          throw lakeFailure(error, chosen)
        })
        const { store, now } = deps
        const publishDeps = { store, now, registrar: null, isRead: () => false }
        return publish(target, publishDeps, { takeOver, signal: stopped })
      }, signal),
    status: async () => {
      const revisions = await deps.store.snapshot(readLakeRevisions)
      const current = revisions.find(({ published, replaced }) => published !== null && replaced === null)
      if (!current) return null
      const { location, revision, published, issues, bytes } = current
      return { location, revision, published: published!, issues, bytes, kept: revisions.length - 1 }
    },
    close: () => closing.abort(new UserError('STOPPING')),
  }
}
