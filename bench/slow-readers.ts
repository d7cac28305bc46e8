// Fifty users read a large answer at 1 kB/s while another user requests small lists: npm run bench:slow
// With --import FILE a command imports this file meanwhile.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { BIN, createToken, serve } from './served-store.ts'
import { repeatedList } from './small-list.ts'

const { values: options } = parseArgs({
  options: {
    readers: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '120' },
    import: { type: 'string' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'sojourn-slow-'))
const store = join(folder, 'store')

// The demo as an ordinary export, so that --import adds to it.
const DEMO = join(import.meta.dirname, '..', 'assets', 'demo')
spawnSync(process.execPath, [BIN, 'import', join(DEMO, 'issues.jsonl.gz'), '--store', store])
const readers = Number(options.readers)
const tokens = Array.from({ length: readers + 1 }, (_, i) => createToken(store, `user${i}`))
// Answers of 535 MB.
const LARGE = new URLSearchParams({
  filterType: 'customjql',
  customjql: 'created is not EMPTY',
  calendar: 'normalHours',
  historyFields: 'summary',
  columnsBy: 'anyfieldDuration',
  groupByFields: 'issuekey',
  aggregationType: 'sum',
})
const server = await serve(store, ['--access', 'tokens', '--new-projects', 'open'])
try {
  const keys = Array.from({ length: 6 }, (_, i) => `WEB-${i + 1}`)
  const small = repeatedList(server, keys, tokens[0]!)
  await pause(10_000)
  console.log(`another user's list before: ${small.figures()}, memory ${server.megabytes()} MB`)
  const statuses = new Map<string, number>()
  const sockets = tokens.slice(1).map(token => readSlowly(token, statuses))
  const memory: (number | null)[] = []
  const watching = setInterval(() => memory.push(server.megabytes()), 5_000)
  await pause(8_000)
  if (options.import) await importFile(options.import)
  await pause(Number(options.seconds) * 1000 - 8_000)
  clearInterval(watching)
  console.log(`another user's list during: ${small.figures()}`)
  console.log(`answers: ${[...statuses].map(([line, count]) => `${line} ${count}`).join(', ')}`)
  console.log(`memory every 5 s: ${memory.join(' ')} MB; peak ${server.peakMegabytes()} MB`)
  for (const socket of sockets) socket.destroy()
  await small.stop()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Reads a large answer, one kilobyte a second, and counts its status line. */
function readSlowly(token: string, statuses: Map<string, number>) {
  const { hostname, port } = new URL(server.base)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /rest/tis/report/1.0/api/aggregation?${LARGE} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  let isFirst = true
  const timer = setInterval(() => {
    const chunk: Buffer | null = socket.read(1024) ?? (isFirst ? socket.read() : null)
    if (chunk === null || !isFirst) return
    isFirst = false
    const [line = ''] = chunk.toString('latin1').split('\r\n')
    statuses.set(line, (statuses.get(line) ?? 0) + 1)
  }, 1000)
  // Without a listener the socket does not read at all.
  socket.on('readable', () => {})
  socket.on('error', () => {})
  socket.on('close', () => clearInterval(timer))
  return socket
}

function importFile(file: string): Promise<void> {
  const start = performance.now()
  const importing = spawn(process.execPath, [BIN, 'import', file, '--store', store, '--yes'], { stdio: 'inherit' })
  return new Promise(resolve =>
    importing.once('exit', code => {
      console.log(`import: exit code ${code} after ${Math.round(performance.now() - start)} ms`)
      resolve()
    }),
  )
}
