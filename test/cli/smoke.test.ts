import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { BIN, IS_BUILT } from '../support/built-program.ts'

const folder = temporaryFolder()
const store = join(folder.path, 'store')
const issues = join(folder.path, 'issues.jsonl')

function sojourn(...args: string[]) {
  return spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8' })
}

beforeAll(() => writeFileSync(issues, smallTracker()))

afterAll(() => folder.forget())

/** Needs `npm run build`, because it tests the built program; `npm test` runs it. */
describe.skipIf(!IS_BUILT)('the program', () => {
  it('imports and reports', () => {
    expect(sojourn('import', issues, '--store', store)).toMatchObject({ status: 0, stderr: '' })
    const args = 'filterType=project projectKey=WEB columnsBy=statusDuration calendar=normalHours outputType=csv'
    const report = sojourn('report', 'list', ...args.split(' '), '--store', store)
    expect(report).toMatchObject({ status: 0, stderr: '' })
    expect(report.stdout).toContain('"WEB-1","Issue 1"')
    expect(sojourn('report', 'list', '--store', store)).toMatchObject({ status: 2, stdout: '' })
  })

  it('tolerates a reader that closes the pipe', () => {
    const piped = spawnSync('sh', ['-c', `"${process.execPath}" "${BIN}" --help | true`], { encoding: 'utf8' })
    expect(piped.stderr).toBe('')
  })

  it('serves until it is terminated', async () => {
    sojourn('import', issues, '--store', store)
    const server = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--store', store])
    const ended = new Promise(resolve => server.on('exit', resolve))
    const address = await new Promise<string>(resolve => {
      server.stdout.on('data', args => resolve(/http:\S+/.exec(String(args))?.[0] ?? ''))
    })
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 20_000 }).toBe(200)
    expect(sojourn('import', issues, '--store', store)).toMatchObject({ status: 0, stderr: '' })
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(sojourn('info', '--store', store).status).toBe(0)
  })
})
