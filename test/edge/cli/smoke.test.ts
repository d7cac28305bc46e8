import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIN, IS_BUILT } from '../../support/built-program.ts'
import { smallFolder } from '../../support/small-store.ts'
import { temporaryFolder } from '../http/small-tracker.ts'

const folder = temporaryFolder()
const store = join(folder.path, 'store')

function sojourn(...args: string[]) {
  return spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8' })
}

beforeAll(() => smallFolder(store))

afterAll(() => folder.forget())

/** Needs `npm run build`, because it tests the built program; `npm test` runs it. */
describe.skipIf(!IS_BUILT)('the program', () => {
  it('reports', () => {
    const args = 'filterType=project projectKey=WEB columnsBy=statusDuration calendar=normalHours outputType=csv'
    const report = sojourn('report', 'list', ...args.split(' '), '--store', store)
    expect(report).toMatchObject({ status: 0, stderr: '' })
    expect(report.stdout).toContain('"WEB-1","Issue 1"')
  })

  it('tolerates a reader that closes the pipe', () => {
    const piped = spawnSync('sh', ['-c', `"${process.execPath}" "${BIN}" --help | true`], { encoding: 'utf8' })
    expect(piped.stderr).toBe('')
  })
})
