import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of real histories, next to the project; most checkouts have none. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data')

/** Whether the real histories exist; logs one line when they do not. */
export const hasRealData = existsSync(FOLDER)
if (!hasRealData) console.log('No real histories next to this checkout: their tests are skipped.')

/** Returns the path of a file of real histories. */
export function realFile(...path: readonly string[]): string {
  return join(FOLDER, ...path)
}
