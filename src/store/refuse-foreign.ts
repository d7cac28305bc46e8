import { existsSync, statSync } from 'node:fs'
import { UserError } from '../base/errors.ts'
import { readMark } from './high-water-mark.ts'
import { StoreDamage } from './store-damage.ts'
import { DATABASE, databaseIn, foreignFilesIn, logOf, MARK, markIn } from './store-files.ts'

/**
 * Makes sure that a folder in which there is no database may become a store: it is missing, empty, or holds a quarantine.
 *
 * Throws STORE_FOREIGN when it is used for something else, and StoreDamage when a database was in it.
 */
export function refuseForeign(dir: string): void {
  if (!existsSync(dir)) return
  const foreign = (reason: string) => new UserError('STORE_FOREIGN', { dir, reason })
  if (!statSync(dir).isDirectory()) throw foreign('it is a file, not a folder')
  if (readMark(dir) || existsSync(logOf(databaseIn(dir)))) throw new StoreDamage(`${DATABASE} is missing`)
  // A mark that cannot be read may be a file of another program.
  const [other] = existsSync(markIn(dir)) ? [MARK] : foreignFilesIn(dir)
  if (other) throw foreign(`it holds other files, such as ${other}`)
}
