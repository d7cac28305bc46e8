import { existsSync, statSync } from 'node:fs'
import { UserError } from '../../core/base/errors.ts'
import { StoreDamage } from '../engine/store-damage.ts'
import { DATABASE, databaseIn, foreignFilesIn, logOf, MARK, markIn } from '../files/store-files.ts'
import { readMark } from './high-water-mark.ts'

/**
 * Checks that a folder without a database may become a store: it is missing, empty, or only contains a quarantine and
 * secrets.
 *
 * Throws STORE_FOREIGN if the folder has other files, and StoreDamage if its database is missing.
 */
export function refuseForeign(dir: string): void {
  if (!existsSync(dir)) return
  const foreign = (reason: string) => new UserError('STORE_FOREIGN', { dir, reason })
  if (!statSync(dir).isDirectory()) throw foreign('it is a file, not a folder')
  if (readMark(dir) || existsSync(logOf(databaseIn(dir)))) throw new StoreDamage(`${DATABASE} is missing`)
  // An unreadable mark may be a file of another program.
  const [other] = existsSync(markIn(dir)) ? [MARK] : foreignFilesIn(dir)
  if (other) throw foreign(`it holds other files, such as ${other}`)
}
