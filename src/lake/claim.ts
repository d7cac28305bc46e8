import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../base/errors.ts'
import type { LakeTarget } from './lake-target.ts'

/** The key of the file that names the store to which a lake belongs. */
const OWNER = 'sojourn-lake.json'

/** Returns whether a lake has the mark of this store. `folder` is the store's folder of the lake. */
export async function isOwn(target: LakeTarget, folder: string): Promise<boolean> {
  const path = join(folder, 'id')
  return existsSync(path) && (await target.read(OWNER)) === markOf(readFileSync(path, 'utf8'))
}

/**
 * Marks the lake as one of this store. The other half of the mark is no part of backups, so that a copy of the store
 * does not remove files of the original. Throws LAKE_FOREIGN.
 */
export async function claim(target: LakeTarget, folder: string, takeOver: boolean): Promise<void> {
  const path = join(folder, 'id')
  mkdirSync(folder, { recursive: true })
  if (!statSync(path, { throwIfNoEntry: false })?.size) writeFileSync(path, randomUUID(), { flush: true })
  const id = readFileSync(path, 'utf8')
  const found = await target.read(OWNER)
  if (found === markOf(id)) return
  const refuse = (reason: string) => new UserError('LAKE_FOREIGN', { location: target.location, reason })
  if (found !== null && !takeOver) throw refuse('another store published to it')
  if (found === null && (await target.list()).size > 0) throw refuse('it has other files')
  await target.write(OWNER, markOf(id))
}

function markOf(id: string): string {
  return JSON.stringify({ store: id })
}
