import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { BIN, IS_BUILT } from '../../support/built-program.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { smallTracker } from '../http/small-tracker.ts'

const folder = temporaryFolder()
const store = join(folder, 'deep', 'store')

/** Returns the permissions of a file or folder, in octal digits. */
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

function sojourn(...args: string[]): void {
  const { status, stderr } = spawnSync('sh', ['-c', 'umask 0; exec "$0" "$@"', process.execPath, BIN, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** Needs `npm run build`, because it tests the built program; `npm test` runs it. */
describe.runIf(IS_BUILT && process.platform !== 'win32')('files of the program', () => {
  itDrawn('are readable only for their owner, whatever the umask of the shell', () => {
    const issues = join(folder, 'issues.jsonl')
    writeFileSync(issues, smallTracker())
    sojourn('import', issues, '--store', store)
    sojourn('backup', join(folder, 'made.backup'), '--store', store)
    sojourn('restore', join(folder, 'made.backup'), '--store', join(folder, 'restored'))
    for (const dir of [store, join(folder, 'restored')]) {
      expect(modeOf(dir)).toBe('700')
      const names = readdirSync(dir)
      expect(names).toContain('sojourn.duckdb')
      for (const name of names) expect([name, modeOf(join(dir, name))]).toEqual([name, '600'])
    }
    expect(modeOf(join(folder, 'made.backup'))).toBe('600')
  })
})
