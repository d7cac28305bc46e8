import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { report as savedView } from '../../app/views/views-world.ts'
import { type Served, serve } from '../../faults/real-process.ts'
import { IS_BUILT } from '../../support/built-program.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { sample } from '../../support/sampling.ts'
import { smallFolder } from '../../support/small-store.ts'
import { DEPS, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: string
const running: Served[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  store = join(folder.path, 'store')
  await smallFolder(store)
})

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
  folder.forget()
})

/** Runs a command in this process, on the store or on its server. */
async function sojourn(...args: string[]) {
  const context = testContext({ folder: folder.path })
  const status = await run([...args, '--store', store], context)
  return { status, out: context.out.text(), err: context.err.text() }
}

/** Returns the output of a command, which must succeed. */
async function printed(...args: string[]): Promise<string> {
  const { status, out, err } = await sojourn(...args)
  expect({ args, status, err }).toMatchObject({ status: 0 })
  return out
}

/** Saves a report in the store, which no server has open, and returns its id. */
async function savedReport(): Promise<string> {
  const workspace = createWorkspace(await openStore(store, { create: false, limits: ONE_THREAD }), DEPS)
  try {
    return (await workspace.views.create(savedView('Report of bob'), { caller: { ...LOCAL_CALLER, login: 'bob' } })).id
  } finally {
    await workspace.close()
  }
}

async function served(): Promise<Served> {
  const server = await serve(store, ['--access', 'tokens'])
  running.push(server)
  return server
}

const REPORT =
  'filterType=project projectKey=WEB columnsBy=statusDuration calendar=normalHours asOf=2024-03-10T00:00:00Z outputType=csv'.split(
    ' ',
  )

async function report(address: string, token: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token.trim()}` }
  const answer = await fetch(`${address}/rest/tis/report/1.0/api/list?${REPORT.join('&')}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

/** Needs `npm run build`, because it tests the built program; `npm test` runs it. */
describe.skipIf(!IS_BUILT)('commands next to a server', () => {
  const control = (...names: string[]) => join(store, 'sojourn.duckdb.control', ...names)
  const path = (name: string) => join(folder.path, name)

  it('do the same as without one, where no other user of the machine can connect, and the server has the change at once', async () => {
    const view = await savedReport()
    const before = await printed('report', 'list', ...REPORT)
    const rows = await printed('view', 'rows', view)
    const { child, ended, address } = await served()
    expect(statSync(control()).mode & 0o777).toBe(0o700)
    expect(statSync(control('server.json')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(control('server.json'), 'utf8'))).toMatchObject({ pid: child.pid })
    // Commands that need exclusive access name the server.
    const busy = expect.stringMatching(new RegExp(`in use by .*PID ${child.pid}.*Stop that process`))
    for (const command of ['serve', 'start']) expect(await sojourn(command)).toMatchObject({ status: 1, err: busy })
    await printed('user', 'add', 'anna')
    // In access mode `tokens`, a new project is for administrators.
    await printed('project', 'open', 'WEB')
    const token = await printed('token', 'create', '--user', 'anna')
    expect(await report(address, token)).toEqual({ status: 200, text: before })
    expect(await printed('project', 'restrict', 'WEB')).toBe('Project WEB may be browsed by: administrators.\n')
    expect(await report(address, token)).toMatchObject({ status: 400 })
    expect(await printed('info')).toContain('3 issues')
    expect(await printed('filter', 'add', 'Open ones', 'status = Open')).toBe('Added saved query Open ones (id 1).\n')
    expect(await printed('jql', 'explain', 'filter = "Open ones"')).toContain('1 issue')
    const stage = (name: string, kind: string, status: string) => ({ name, kind, statuses: [status] })
    const workflow = { name: 'Team', stages: [stage('Doing', 'active', '3'), stage('Done', 'done', '5')] }
    writeFileSync(path('workflow.json'), JSON.stringify(workflow))
    expect(await printed('workflow', 'set', path('workflow.json'))).toBe(
      'Added workflow Team (id 1).\n  in no stage: Open (id 1)\n',
    )
    expect(JSON.parse(await printed('workflow', 'show', '1'))).toMatchObject({ name: 'Team', levels: 'standard' })
    expect(await printed('calendar', 'list')).toContain('* 0')
    await printed('export', 'list', ...REPORT.filter(one => one !== 'outputType=csv'), '-o', path('list.csv'))
    expect(readFileSync(path('list.csv'), 'utf8')).toBe(before)
    for (const format of ['csv', ...sample('view rows', ['ndjson', 'xlsx', 'parquet'], 1)])
      await printed('view', 'rows', view, '-o', path(`rows.${format}`))
    expect(readFileSync(path('rows.csv'), 'utf8')).toBe(rows)
    expect(await printed('view', 'rows', view)).toBe(rows)
    expect(await printed('backup', path('copy.backup'))).toContain('3 issues')
    expect(existsSync(path('copy.backup'))).toBe(true)
    expect(await printed('lake', 'publish', '--lake', path('lake'))).toContain(`in ${path('lake')}: 3 issues in `)
    expect(await printed('lake', 'status')).toContain('3 issues')
    expect(await sojourn('filter', 'add', 'Open ones', 'status = Open')).toMatchObject({
      status: 2,
      err: expect.stringContaining("There is a saved query 'Open ones' already."),
    })
    await printed('user', 'disable', 'anna')
    expect(await report(address, token)).toMatchObject({ status: 401 })
    // Node would open its inspector.
    child.kill('SIGUSR1')
    expect(await report(address, token)).toMatchObject({ status: 401 })
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ status: 0, err: expect.not.stringContaining('Debugger') })
    expect(existsSync(control())).toBe(false)
    expect(await printed('user', 'list')).toContain('disabled')
  })

  it('report when the server does not respond, and ignore its remains after it was killed', async () => {
    const { child, ended } = await served()
    const content = readFileSync(control('server.json'))
    writeFileSync(control('server.json'), '')
    expect(await sojourn('info')).toMatchObject({
      status: 1,
      err: expect.stringMatching(new RegExp(`in use by .*PID ${child.pid}.*, which answers no commands\\.`)),
    })
    writeFileSync(control('server.json'), content)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(control('socket'))).toBe(true)
    expect(await printed('info')).toContain('3 issues')
  })
})
