import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { BIN, IS_BUILT } from '../support/built-program.ts'

let folder: ReturnType<typeof temporaryFolder>
const running: ChildProcess[] = []

beforeEach(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder.path, 'issues.jsonl'), smallTracker())
})

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  folder.forget()
})

function sojourn(store: string, args: readonly string[], input = '') {
  const all = [BIN, ...args, '--store', store]
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', cwd: folder.path, input })
  const same = (text: string) => text.replaceAll(store, 'STORE').replace(/ in \d[^\n:]*? s(?=[:.\n])/g, ' in TIME')
  return { status, out: same(stdout), err: same(stderr).replace(/^[\d,]+ issues?, .*\n/gm, '') }
}

function started(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: folder.path })
  running.push(child)
  return child
}

async function served(store: string) {
  const server = started(['serve', '--port', '0', '--store', store, '--log-level', 'silent'])
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout!.on('data', args => resolve(/http:\S+/.exec(String(args))?.[0] ?? ''))
    server.stderr!.on('data', args => reject(new Error(String(args))))
  })
  return { server, address }
}

const ended = (child: ChildProcess) => new Promise<number | null>(resolve => child.once('exit', resolve))

const REPORT = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&viewFormat=hours'

/** Returns the report of all issues, without its date. */
async function report(address: string): Promise<string> {
  const query = `${REPORT}&asOf=2026-01-01&outputType=csv`
  const answer = await fetch(`${address}/rest/tis/report/1.0/api/list?${query}`)
  return `${answer.status} ${await answer.text()}`
}

/** Returns the issues of one project, each moved to another status at `hour`. */
function issuesAt(hour: number, count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const [created, moved] = [0, hour].map(one => `2024-03-01T${String(one).padStart(2, '0')}:00:00.000+0000`)
    const items = [{ field: 'status', from: '1', fromString: 'Open', to: '5', toString: 'Done' }]
    return JSON.stringify({
      ...{ id: String(1000 + i), key: `WEB-${i + 1}` },
      fields: {
        ...{ summary: `Issue ${i}`, project: { id: '10', key: 'WEB', name: 'Web' }, created },
        status: { id: '5', name: 'Done' },
      },
      changelog: { histories: [{ id: `${i}`, created: moved, items }] },
    })
  })
  return lines.join('\n')
}

/** Needs `npm run build`, because it tests the built program; `npm test` runs it. */
describe.skipIf(!IS_BUILT)('imports next to a server', () => {
  it('have the same output, exit code and result as without one', async () => {
    writeFileSync(join(folder.path, 'more.json.gz'), gzipSync(issuesAt(1, 20)))
    writeFileSync(join(folder.path, 'bad.jsonl'), `${smallTracker()}\n{"id":`)
    const statuses = [{ id: '5', name: 'Finished', statusCategory: { key: 'done' } }]
    writeFileSync(join(folder.path, 'statuses.json'), JSON.stringify(statuses))
    const commands: [words: string[], input?: string][] = [
      [['demo']],
      [['import', 'more.json.gz', 'issues.jsonl', '--statuses', 'statuses.json']],
      [['import', '-'], smallTracker()],
      [['import', 'bad.jsonl']],
      [['import', 'bad.jsonl', '--skip-invalid']],
      [['info']],
    ]
    for (const store of ['alone', 'served']) expect(sojourn(store, ['import', 'issues.jsonl']).status).toBe(0)
    await served('served')
    for (const [args, input] of commands) {
      expect({ args, ...sojourn('served', args, input) }).toEqual({ args, ...sojourn('alone', args, input) })
    }
    expect(readdirSync(join(folder.path, 'served')).filter(name => name.endsWith('.import'))).toEqual([])
  })

  it('change all reports at once, and the server continues to respond', async () => {
    writeFileSync(join(folder.path, 'before.jsonl'), issuesAt(1, 2000))
    writeFileSync(join(folder.path, 'after.jsonl'), issuesAt(3, 2000))
    expect(sojourn('store', ['import', 'before.jsonl']).status).toBe(0)
    const { address } = await served('store')
    const before = await report(address)
    const answers = new Set<string>()
    const health = new Set<number>()
    const importing = started(['import', 'after.jsonl', '--store', 'store'])
    let isOver = false
    const over = ended(importing).then(code => {
      isOver = true
      return code
    })
    const reading = async () => {
      while (!isOver) {
        answers.add(await report(address))
        health.add((await fetch(`${address}/healthz`)).status)
      }
    }
    await Promise.all([1, 2, 3, 4].map(reading))
    expect(await over).toBe(0)
    const after = await report(address)
    expect(after).not.toBe(before)
    expect([...answers].filter(answer => answer !== before && answer !== after)).toEqual([])
    expect([...health]).toEqual([200])
    for (const file of ['before.jsonl', 'after.jsonl']) sojourn('fresh', ['import', file])
    expect(await report((await served('fresh')).address)).toBe(after)
  })

  it('commit while slow clients read their responses', async () => {
    writeFileSync(join(folder.path, 'many.jsonl'), issuesAt(1, 5000))
    expect(sojourn('store', ['import', 'many.jsonl']).status).toBe(0)
    const { address } = await served('store')
    const slow = await Promise.all([1, 2, 3].map(() => fetch(`${address}/rest/tis/report/1.0/api/list?${REPORT}`)))
    expect(sojourn('store', ['import', 'issues.jsonl'])).toMatchObject({ status: 0 })
    for (const answer of slow) await answer.body?.cancel()
  })

  it('end with the command in every case, and keep whole files', async () => {
    writeFileSync(join(folder.path, 'more.jsonl'), issuesAt(1, 20))
    expect(sojourn('store', ['import', 'issues.jsonl']).status).toBe(0)
    await served('store')
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGKILL', null],
    ] as const) {
      const command = started(['import', 'more.jsonl', '-', '--store', 'store'])
      const over = ended(command)
      command.stdin!.write(`${issuesAt(1, 1)}\n`)
      await expect.poll(() => sojourn('store', ['info']).out, { timeout: 60_000 }).toContain('20 issues')
      command.kill(signal)
      expect(await over).toBe(code)
      // The server rolls back the partial input of the pipe, and accepts the next import.
      await expect.poll(() => sojourn('store', ['import', 'issues.jsonl']).status, { timeout: 60_000 }).toBe(0)
    }
  })
})
