import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { BIN, IS_BUILT } from '../support/built-program.ts'

let folder: ReturnType<typeof temporaryFolder>
const running: ChildProcess[] = []

beforeEach(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder.path, 'issues.jsonl'), smallTracker())
  expect(sojourn('import', 'issues.jsonl')).toMatchObject({ status: 0 })
})

afterEach(() => {
  for (const server of running.splice(0)) server.kill('SIGKILL')
  folder.forget()
})

/** Runs a command on the store to its end. */
function sojourn(...args: string[]) {
  return spawnSync(process.execPath, [BIN, ...args, '--store', 'store'], { encoding: 'utf8', cwd: folder.path })
}

/** Returns the output of a command, which must succeed. */
function printed(...args: string[]): string {
  const { status, stdout, stderr } = sojourn(...args)
  expect({ args, status, stderr }).toMatchObject({ status: 0 })
  return stdout
}

async function served() {
  const args = ['serve', '--port', '0', '--store', 'store', '--access', 'tokens']
  const server = spawn(process.execPath, [BIN, ...args], { cwd: folder.path })
  running.push(server)
  const ended = new Promise<number | null>(resolve => server.on('exit', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', args => resolve(/http:\S+/.exec(String(args))?.[0] ?? ''))
    server.stderr.on('data', args => reject(new Error(String(args))))
  })
  return { server, ended, address }
}

const REPORT =
  'filterType=project projectKey=WEB columnsBy=statusDuration calendar=normalHours asOf=2024-03-10 outputType=csv'

async function report(address: string, token: string): Promise<{ status: number; text: string }> {
  const query = REPORT.replaceAll(' ', '&')
  const headers = { authorization: `Bearer ${token.trim()}` }
  const answer = await fetch(`${address}/rest/tis/report/1.0/api/list?${query}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

/** Needs `npm run build`, because it tests the built program; `npm test` runs it. */
describe.skipIf(!IS_BUILT)('commands next to a server', () => {
  const control = (...names: string[]) => join(folder.path, 'store', 'sojourn.duckdb.control', ...names)

  it('do the same as without one, and the server has the change at once', async () => {
    const before = printed('report', 'list', ...REPORT.split(' '))
    const { server, ended, address } = await served()
    printed('user', 'add', 'anna')
    // In access mode `tokens`, a new project is for administrators.
    printed('project', 'open', 'WEB')
    const token = printed('token', 'create', '--user', 'anna')
    expect(await report(address, token)).toEqual({ status: 200, text: before })
    expect(printed('report', 'list', ...REPORT.split(' '))).toBe(before)
    expect(printed('project', 'restrict', 'WEB')).toBe('Project WEB may be browsed by: administrators.\n')
    expect(await report(address, token)).toMatchObject({ status: 400 })
    expect(printed('info')).toContain('3 issues')
    expect(printed('filter', 'add', 'Open ones', 'status = Open')).toBe('Added saved query Open ones (id 1).\n')
    expect(printed('jql', 'explain', 'filter = "Open ones"')).toContain('1 issue')
    const stage = (name: string, kind: string, status: string) => ({ name, kind, statuses: [status] })
    const workflow = { name: 'Team', stages: [stage('Doing', 'active', '3'), stage('Done', 'done', '5')] }
    writeFileSync(join(folder.path, 'workflow.json'), JSON.stringify(workflow))
    expect(printed('workflow', 'set', 'workflow.json')).toBe(
      'Added workflow Team (id 1).\n  in no stage: Open (id 1)\n',
    )
    expect(JSON.parse(printed('workflow', 'show', '1'))).toMatchObject({ name: 'Team', levels: 'standard' })
    expect(printed('calendar', 'list')).toContain('* 0')
    expect(printed('backup', 'copy.backup')).toContain('3 issues')
    expect(existsSync(join(folder.path, 'copy.backup'))).toBe(true)
    expect(printed('lake', 'publish', '--lake', 'lake')).toContain(`in ${join(folder.path, 'lake')}: 3 issues in `)
    expect(printed('lake', 'status')).toContain('3 issues')
    expect(sojourn('filter', 'add', 'Open ones', 'status = Open')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("There is a saved query 'Open ones' already."),
    })
    printed('user', 'disable', 'anna')
    expect(await report(address, token)).toMatchObject({ status: 401 })
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(printed('user', 'list')).toContain('disabled')
  })

  it.each([
    ['serve', '--port', '0'],
    ['start', '--port', '0'],
  ])('that need exclusive access name the server: %s', async (...args) => {
    const { server } = await served()
    expect(sojourn(...args)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`in use by .*PID ${server.pid}.*Stop that process`)),
    })
  })

  it('connect where no other user of the machine can, until the server stops', async () => {
    const { server, ended } = await served()
    expect(statSync(control()).mode & 0o777).toBe(0o700)
    expect(statSync(control('server.json')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(control('server.json'), 'utf8'))).toMatchObject({ pid: server.pid })
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(existsSync(control())).toBe(false)
  })

  it('ignore the remains of a killed server, as does the next one', async () => {
    const { server, ended } = await served()
    server.kill('SIGKILL')
    await ended
    expect(existsSync(control('socket'))).toBe(true)
    expect(printed('info')).toContain('3 issues')
    const next = await served()
    expect(printed('info')).toContain('3 issues')
    expect(JSON.parse(readFileSync(control('server.json'), 'utf8'))).toMatchObject({ pid: next.server.pid })
  })

  it('report when the process with the store does not respond', async () => {
    const { server } = await served()
    writeFileSync(control('server.json'), '')
    expect(sojourn('info')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`in use by .*PID ${server.pid}.*, which answers no commands\\.`)),
    })
  })
})
