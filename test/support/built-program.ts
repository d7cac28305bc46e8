import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The program as users start it. */
export const BIN = join(import.meta.dirname, '../../bin/sojourn.js')

/** Whether `npm run build` was run; tests of the built program are skipped without it. */
export const IS_BUILT = existsSync(join(import.meta.dirname, '../../dist/main.js'))
