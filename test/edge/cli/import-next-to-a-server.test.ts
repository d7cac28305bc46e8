import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { serve } from '../../faults/real-process.ts'
import { BIN, IS_BUILT } from '../../support/built-program.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { sample } from '../../support/sampling.ts'
import { smallFolder } from '../../support/small-store.ts'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
const running: ChildProcess[] = []
const path = (name: string) => join(folder.path, name)

beforeEach(() => {
  folder = temporaryFolder()
  writeFileSync(path('issues.jsonl'), smallTracker())
})

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  folder.forget()
})

/** Runs a command in this process, on a store or on its server. Returns what does not differ between the two. */
async function sojourn(store: string, args: readonly string[], input = '') {
  const context = testContext({
    now: () => Date.now(),
    stdin: async function* () {
      yield Buffer.from(input)
    },
  })
  const status = await run([...args, '--store', path(store)], context)
  const same = (text: string) =>
    text.replaceAll(path(store), 'STORE').replace(/ in \d[^\n:]*? s(?=[:.\n])/g, ' in TIME')
  return { status, out: same(context.out.text()), err: same(context.err.text()).replace(/^[\d,]+ issues?, .*\n/gm, '') }
}

async function served(store: string): Promise<string> {
  const { child, address } = await serve(path(store))
  running.push(child)
  return address
}

const REPORT = [
  ...['filterType=project', 'projectKey=WEB', 'columnsBy=statusDuration', 'calendar=normalHours', 'viewFormat=hours'],
  ...['asOf=2026-01-01T00:00:00Z', 'outputType=csv'],
]

const reportAt = (address: string) => fetch(`${address}/rest/tis/report/1.0/api/list?${REPORT.join('&')}&pageSize=1000`)

/** Returns the issues of one project, each moved to another status at `hour`. */
function issuesAt(hour: number, count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const [created, moved] = [0, hour].map(one => `2024-03-01T${String(one).padStart(2, '0')}:00:00.000+0000`)
    const items = [{ field: 'status', from: '1', fromString: 'Open', to: '5', toString: 'Done' }]
    return JSON.stringify({
      id: String(1000 + i),
      key: `WEB-${i + 1}`,
      fields: {
        summary: `Issue ${i}`,
        project: { id: '10', key: 'WEB', name: 'Web' },
        created,
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
    writeFileSync(path('more.json.gz'), gzipSync(issuesAt(1, 20)))
    writeFileSync(path('bad.jsonl'), `${smallTracker()}\n{"id":`)
    const statuses = [{ id: '5', name: 'Finished', statusCategory: { key: 'done' } }]
    writeFileSync(path('statuses.json'), JSON.stringify(statuses))
    const commands: [words: string[], input?: string][] = [
      [['demo']],
      [['import', path('more.json.gz'), path('issues.jsonl'), '--statuses', path('statuses.json')]],
      [['import', '-'], smallTracker()],
      [['import', path('bad.jsonl')]],
      [['import', path('bad.jsonl'), '--skip-invalid']],
    ]
    for (const store of ['alone', 'served']) await smallFolder(path(store))
    await served('served')
    for (const [args, input] of [...sample('imports next to a server', commands, 2), [['info']] as const]) {
      expect({ args, ...(await sojourn('served', args, input)) }).toEqual({
        args,
        ...(await sojourn('alone', args, input)),
      })
    }
    expect(readdirSync(path('served')).filter(name => name.endsWith('.import'))).toEqual([])
  })

  itDrawn(
    'change all reports at once, commit while slow clients read, while the server responds, and end with the command',
    async () => {
      writeFileSync(path('before.jsonl'), issuesAt(1, 150))
      writeFileSync(path('after.jsonl'), issuesAt(3, 150))
      expect((await sojourn('store', ['import', path('before.jsonl')])).status).toBe(0)
      const fresh = await sojourn('store', ['report', 'list', ...REPORT, 'pageSize=1000'])
      const address = await served('store')
      const report = async () => (await reportAt(address)).text()
      const before = await report()
      expect(before).toBe(fresh.out)
      const slow = await Promise.all([1, 2, 3].map(() => reportAt(address)))
      const answers = new Set<string>()
      const health = new Set<number>()
      let isOver = false
      const importing = sojourn('store', ['import', path('after.jsonl')]).finally(() => {
        isOver = true
      })
      const reading = async () => {
        while (!isOver) {
          answers.add(await report())
          health.add((await fetch(`${address}/healthz`)).status)
        }
      }
      await reading()
      expect((await importing).status).toBe(0)
      for (const answer of slow) await answer.body?.cancel()
      const after = await report()
      expect(after).not.toBe(before)
      expect([...answers].filter(answer => answer !== before && answer !== after)).toEqual([])
      expect([...health]).toEqual([200])
      await sojourn('fresh', ['import', path('after.jsonl')])
      expect((await sojourn('fresh', ['report', 'list', ...REPORT, 'pageSize=1000'])).out).toBe(after)
      // They end with the command in every case, and keep whole files.
      writeFileSync(path('more.jsonl'), issuesAt(1, 160))
      const signals = [
        ['SIGINT', 130],
        ['SIGKILL', null],
      ] as const
      for (const [signal, code] of sample('ends of an import', signals, 1)) {
        const args = ['import', path('more.jsonl'), '-', '--store', path('store')]
        const command = spawn(process.execPath, [BIN, ...args])
        running.push(command)
        const ended = new Promise<number | null>(resolve => command.once('close', resolve))
        const said: string[] = []
        command.stderr!.on('data', text => said.push(String(text)))
        command.stdin!.write(`${issuesAt(1, 1)}\n`)
        await expect.poll(async () => (await sojourn('store', ['info'])).out, { interval: 100 }).toContain('160 issues')
        command.kill(signal)
        expect(await ended, said.join('')).toBe(code)
        // The server rolls back the partial input of the pipe, and accepts the next import.
        const importing = async () => (await sojourn('store', ['import', path('issues.jsonl')])).status
        await expect.poll(importing, { interval: 100 }).toBe(0)
      }
    },
  )
})
