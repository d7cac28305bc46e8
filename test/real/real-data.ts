import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where real histories lie, beside the project; most checkouts have none. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data')

/** Whether real histories are there; says so in one line when they are not. */
export const hasRealData = existsSync(FOLDER)
if (!hasRealData) console.log('No real histories beside this checkout: the tests over them are skipped.')

/** The path of a file of real histories. */
export function realFile(...path: readonly string[]): string {
  return join(FOLDER, ...path)
}
