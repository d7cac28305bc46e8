// A connection to a fake Jira, its first read, and many rounds next to lists: npm run bench:rounds
// The fake, the server and the user share the machine. Without --pace the requests have the default pace.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { probes } from './probes.ts'
import { BIN, measureSlices, SLICE_METER, serve } from './served-store.ts'
import { repeatedList } from './small-list.ts'

const { values: options } = parseArgs({
  options: {
    dialect: { type: 'string', default: 'server' },
    issues: { type: 'string', default: '20000' },
    pace: { type: 'string', default: '' },
    rounds: { type: 'string', default: '12' },
  },
})

/** When the estimate of the remaining time is compared with the time that it took. Milliseconds. */
const ESTIMATED_AT = 60_000

const fakeScript = join(import.meta.dirname, '..', 'test', 'support', 'fake-jira.js')
const fake = spawn(
  process.execPath,
  [fakeScript, '--port', '0', '--dialect', options.dialect, '--issues', options.issues],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const folder = mkdtempSync(join(tmpdir(), 'sojourn-rounds-'))
const dir = join(folder, 'store')
try {
  const { url, token } = await started(fake)
  const env = { ...process.env, SOJOURN_STORE: dir, SOJOURN_TOKEN_BENCH: token }
  const sojourn = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { env })
    if (status !== 0) throw new Error(`sojourn ${args.join(' ')}: ${stderr}`)
    return stdout.toString().trim()
  }
  const login = options.dialect === 'cloud' ? ['--email', 'admin@example.com'] : []
  sojourn('connect', 'jira', url, '--name', 'bench', '--permissions', 'account', '--no-sync', ...login)
  if (options.pace !== '') sojourn('connection', 'set', 'bench', `requestsPerSecond=${options.pace}`)
  process.env.SOJOURN_TOKEN_BENCH = token
  const server = await serve(dir, ['--sync', 'off'], { preloaded: SLICE_METER })
  try {
    const delays = probes(server)
    const slices = await measureSlices(server)
    await firstRead(env)
    const slice = (await slices()).toFixed(1)
    const memory = `peak memory ${server.peakMegabytes()} MB`
    console.log(
      `longest slice ${slice} ms, longest delay of other requests ${Math.round(await delays())} ms, ${memory}`,
    )
    const small = repeatedList(server, ['WEB-1', 'WEB-2', 'WEB-3', 'OPS-1', 'OPS-2', 'API-1'], null)
    await pause(15_000)
    console.log(`small lists alone: ${small.figures()}`)
    const full = followed(env, '--full')
    await Promise.race([full.ended, pause(60_000)])
    console.log(`small lists next to a round that reads everything: ${small.figures()}`)
    await full.ended
    await small.stop()
    for (let round = 1; round <= Number(options.rounds); round++) {
      await change(url, round)
      const text = sojourn('sync', 'bench')
      if (round % 12 === 0)
        console.log(`round ${round}: ${text} Memory ${server.megabytes()} MB, files ${filesOf(dir)}`)
    }
    // An issue that was read right after its change is read once more.
    sojourn('sync', 'bench')
    console.log(`without a change: ${sojourn('sync', 'bench')}`)
  } finally {
    await server.stop()
  }
} finally {
  fake.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

/** Reads everything for the first time, and prints how good the estimate of the remaining time was. */
async function firstRead(env: NodeJS.ProcessEnv): Promise<void> {
  const start = performance.now()
  const { lines, ended } = followed(env)
  console.log(await ended)
  const taken = performance.now() - start
  const line = lines.find(({ at, text }) => at - start >= ESTIMATED_AT && / left$/.test(text))
  if (!line) return
  const [, minutes, seconds] = /(?:(\d+) min )?([\d.]+) s left$/.exec(line.text)!
  const left = (Number(minutes ?? 0) * 60 + Number(seconds)) * 1000
  const whole = line.at - start + left
  console.log(
    `after a minute the estimate was ${Math.round(whole / 1000)} s of ${Math.round(taken / 1000)} s: ${line.text}`,
  )
}

/** Runs a round in the server, and follows it. */
function followed(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const lines: { readonly at: number; readonly text: string }[] = []
  const command = spawn(process.execPath, [BIN, 'sync', 'bench', ...args], { env })
  let result = ''
  command.stdout.on('data', text => {
    result += text
  })
  command.stderr.on('data', text => {
    for (const line of String(text).trim().split('\n')) lines.push({ at: performance.now(), text: line })
  })
  const ended = new Promise<string>((resolve, reject) => {
    command.once('exit', code => (code === 0 ? resolve(result.trim()) : reject(new Error(lines.at(-1)?.text))))
  })
  return { lines, ended }
}

/** Changes two issues, which go back to what they were in the next round. */
async function change(url: string, round: number): Promise<void> {
  const status = round % 2 === 0 ? 'Open' : 'In Review'
  for (const key of ['OPS-1', 'WEB-1']) {
    const body = JSON.stringify({ changeIssue: [key, { status }] })
    // The fake closes connections that were idle, which the first attempt may meet.
    const send = () => fetch(`${new URL(url).origin}/_control`, { method: 'POST', body })
    const { ok } = await send().catch(send)
    if (!ok) throw new Error(`the fake did not change ${key}`)
  }
}

function filesOf(folder: string): string {
  const bytes = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0)
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function started(process: ChildProcess): Promise<{ readonly url: string; readonly token: string }> {
  return new Promise((resolve, reject) => {
    let said = ''
    process.stdout!.on('data', text => {
      said += text
      const [, url] = / at (http:\S+)/.exec(said) ?? []
      const [, token] = / is (\S+)\n/.exec(said) ?? []
      if (url && token) resolve({ url, token })
    })
    process.once('exit', code => reject(new Error(`the fake ended with ${code}`)))
  })
}
