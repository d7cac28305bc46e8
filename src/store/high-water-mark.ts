import { readFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { UserError } from '../base/errors.ts'
import { markIn } from './store-files.ts'
import { systemReason } from './system-reason.ts'

/** What had been acknowledged when it was written: kept beside the store, so that a store that lost something is noticed. */
export interface HighWaterMark {
  readonly schema: number
  readonly batch: number
  /** `null` in a mark that was written when stores did not count their revisions. */
  readonly revision: number | null
  readonly issues: number
}

/** The mark beside the store in `dir`; `null` when there is none yet or it cannot be read. */
export function readMark(dir: string): HighWaterMark | null {
  try {
    const { schema, batch, revision = null, issues } = JSON.parse(readFileSync(markIn(dir), 'utf8'))
    const numbers = [schema, batch, issues, ...(revision === null ? [] : [revision])]
    return numbers.every(Number.isInteger) ? { schema, batch, revision, issues } : null
  } catch {
    return null
  }
}

/** Replaces the mark beside the store in `dir`, durably. Throws STORE_FAILED when the disk does not take it. */
export function writeMark(dir: string, mark: HighWaterMark): Promise<void> {
  return withMark(dir, write => write(mark))
}

/**
 * Runs `work`, which commits a transaction, and replaces the mark beside the store in `dir`.
 *
 * Before it commits, `work` calls `mark` with what the store will hold: that takes all the space that the mark needs, and
 * throws STORE_FAILED when there is none. After the commit, nothing can fail any more: an older mark does no harm.
 */
export async function withMark<T>(
  dir: string,
  work: (mark: (facts: HighWaterMark) => Promise<void>) => Promise<T>,
): Promise<T> {
  const beside = `${markIn(dir)}.new`
  try {
    const result = await work(facts => writePending(beside, facts))
    await replaceMark(beside, dir).catch(() => {})
    return result
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

async function writePending(path: string, { schema, batch, revision, issues }: HighWaterMark): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify({ schema, batch, revision, issues })}\n`, { flush: true })
  } catch (error) {
    const reason = systemReason(error)
    throw reason === null ? error : new UserError('STORE_FAILED', { reason })
  }
}

async function replaceMark(beside: string, dir: string): Promise<void> {
  await rename(beside, markIn(dir))
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** What a store with these numbers has lost, in words; `null` when it is as new as its mark. */
export function lostSince(mark: HighWaterMark, found: Omit<HighWaterMark, 'schema'>): string | null {
  if (found.batch < mark.batch) return `it holds batch ${found.batch}, but batch ${mark.batch} had been acknowledged`
  if (mark.revision === null || found.revision === null) return null
  if (found.revision < mark.revision)
    return `it holds revision ${found.revision}, but revision ${mark.revision} had been acknowledged`
  if (found.revision === mark.revision && found.issues !== mark.issues)
    return `it holds ${found.issues} issues, but ${mark.issues} had been acknowledged`
  return null
}
