import { readFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { UserError } from '../../core/base/errors.ts'
import { systemReason } from '../engine/system-reason.ts'
import { markIn } from '../files/store-files.ts'

/** The last acknowledged state of a store. It is stored next to the database, to detect lost writes. */
export interface HighWaterMark {
  readonly schema: number
  readonly batch: number
  /** `null` in marks from versions without revisions. */
  readonly revision: number | null
  readonly issues: number
}

/** Reads the mark of the store in `dir`; `null` if it is missing or unreadable. */
export function readMark(dir: string): HighWaterMark | null {
  try {
    const { schema, batch, revision = null, issues } = JSON.parse(readFileSync(markIn(dir), 'utf8'))
    const numbers = [schema, batch, issues, ...(revision === null ? [] : [revision])]
    return numbers.every(Number.isInteger) ? { schema, batch, revision, issues } : null
  } catch {
    return null
  }
}

/** Replaces the mark of the store in `dir`, durably. Throws STORE_FAILED if the disk refuses it. */
export function writeMark(dir: string, mark: HighWaterMark): Promise<void> {
  return withMark(dir, write => write(mark))
}

/**
 * Runs `work`, which commits a transaction, and replaces the mark of the store in `dir`.
 *
 * Before it commits, `work` calls `mark` with the facts after the commit. This reserves the disk space, and throws
 * STORE_FAILED if there is none. Nothing can fail after the commit; an older mark is harmless.
 */
export async function withMark<T>(
  dir: string,
  work: (mark: (facts: HighWaterMark) => Promise<void>) => Promise<T>,
): Promise<T> {
  const pending = `${markIn(dir)}.new`
  try {
    const result = await work(facts => writePending(pending, facts))
    await replaceMark(pending, dir).catch(() => {})
    return result
  } catch (error) {
    await rm(pending, { force: true }).catch(() => {})
    throw error
  }
}

async function writePending(path: string, { schema, batch, revision, issues }: HighWaterMark): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify({ schema, batch, revision, issues })}\n`, { flush: true })
  } catch (error) {
    const reason = systemReason(error)
    throw reason === null ? error : new UserError('STORE_FAILED', { dir: null, reason })
  }
}

async function replaceMark(pending: string, dir: string): Promise<void> {
  await rename(pending, markIn(dir))
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Describes what a store with these facts has lost; `null` if it is as recent as its mark. */
export function lostSince(mark: HighWaterMark, found: Omit<HighWaterMark, 'schema'>): string | null {
  if (found.batch < mark.batch) return `it holds batch ${found.batch}, but batch ${mark.batch} had been acknowledged`
  if (mark.revision === null || found.revision === null) return null
  if (found.revision < mark.revision)
    return `it holds revision ${found.revision}, but revision ${mark.revision} had been acknowledged`
  if (found.revision === mark.revision && found.issues !== mark.issues)
    return `it holds ${found.issues} issues, but ${mark.issues} had been acknowledged`
  return null
}
