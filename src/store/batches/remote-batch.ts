import type { Store } from '../engine/store.ts'
import { fillBatch, type StagingOptions } from './fill-batch.ts'
import type { BatchOptions, BatchOutcome, ImportBatch, StagedBatch } from './import-batch.ts'

/** A target of batches: a store, or the store of another thread. */
export type BatchWriter = Pick<Store, 'importBatch'>

/** The services that the store's thread provides to a thread that fills batches. */
export interface BatchServices {
  /** Begins a batch. */
  readonly stage: (source: string, options: BatchOptions) => Promise<StagingOptions>
  /** Brings the filled batch into the store. */
  readonly merge: (staged: StagedBatch) => Promise<BatchOutcome>
  /** Ends the batch; nothing of it is kept. */
  readonly discard: () => Promise<void>
}

const UNFILLED = 'the batch was not filled'

interface OpenBatch {
  readonly filled: (staged: StagedBatch) => void
  readonly failed: (reason: Error) => void
  readonly outcome: Promise<BatchOutcome>
}

/**
 * Returns the services of a store for one thread, which fills one batch at a time. After `close`, batches that wait for their
 * turn get none.
 */
export function batchServices(store: Store): BatchServices & { readonly close: () => Promise<void> } {
  let batch: OpenBatch | null = null
  let isClosed = false
  const discard = async () => {
    const discarded = batch
    batch = null
    discarded?.failed(new Error(UNFILLED))
    await discarded?.outcome.catch(() => {})
  }
  return {
    stage: (source, options) =>
      new Promise((resolve, reject) => {
        const outcome = store.stage(
          source,
          location =>
            new Promise<StagedBatch>((filled, failed) => {
              if (isClosed) throw new Error(UNFILLED)
              batch = { filled, failed, outcome }
              resolve(location)
            }),
          options,
        )
        outcome.catch(reject)
      }),
    merge: staged => {
      const { filled, outcome } = batch!
      batch = null
      filled(staged)
      return outcome
    },
    discard,
    close: () => {
      isClosed = true
      return discard()
    },
  }
}

/** Returns a writer that fills batches in this thread and has them merged by the thread with the store. */
export function remoteBatchWriter(services: BatchServices): BatchWriter {
  const filled = async (location: StagingOptions, work: (batch: ImportBatch) => Promise<unknown>) => {
    try {
      return await fillBatch(location, work)
    } catch (error) {
      await services.discard()
      throw error
    }
  }
  return {
    importBatch: async (source, work, { skipInvalid = false } = {}) => {
      const location = await services.stage(source, { skipInvalid })
      return services.merge(await filled(location, work))
    },
  }
}
