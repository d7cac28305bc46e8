// Runs all tests with everything that they can list, then draws new cases again and again: npm run test:long.
//
// No test of a run is so long that the limit of time has to be larger than in npm test. The first run that fails is the last.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** How many times new cases are drawn after the first run. */
const TIMES = 18

const VITEST = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')

/** Runs the tests with a seed of its own. Ends this program if they fail. */
function run(...mode) {
  const seed = process.env.SOJOURN_SEED ?? String(Date.now() % 2 ** 31)
  const env = { ...process.env, SOJOURN_SEED: seed }
  const { status } = spawnSync(process.execPath, [VITEST, 'run', ...mode, ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Checks that no long list in a request blocks the server; see bench/inputs.ts. Ends this program if one does. */
function checkLongLists() {
  const { status } = spawnSync('npm', ['run', 'bench:inputs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run('--mode', 'long')
if (process.argv.length === 2) checkLongLists()
// A given seed draws the same cases each time.
if (process.env.SOJOURN_SEED === undefined) for (let i = 0; i < TIMES; i++) run()
