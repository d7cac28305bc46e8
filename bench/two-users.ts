// A user with 40 connections of heavy queries, and another user with small lists: npm run bench:users

import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { generateStore } from './generate-store.ts'
import { createToken, serve } from './served-store.ts'
import { repeatedList } from './small-list.ts'

const { values: options } = parseArgs({
  options: { issues: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '60' } },
})

const CLAUSES = 30
const issues = Number(options.issues)
const dir = join(tmpdir(), `sojourn-load-${issues}`)
if (!existsSync(dir)) await generateStore(dir, { issues, projects: 67, seed: 1 })
const [heavyToken, smallToken] = ['heavy', 'small'].map(user => createToken(dir, user))

const clauses = Array.from(
  { length: CLAUSES },
  (_, i) => `status WAS "Status ${i + 1}" BEFORE "2025-0${1 + (i % 9)}-01"`,
)
const parameters = new URLSearchParams({
  filterType: 'customjql',
  customjql: clauses.join(' OR '),
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
})
const server = await serve(dir, ['--access', 'tokens', '--new-projects', 'open'])
try {
  const small = repeatedList(server, ['P1-1', 'P1-2', 'P1-3', 'P2-1', 'P2-2', 'P3-1'], smallToken!)
  await pause(10_000)
  console.log(`small lists alone: ${small.figures()}`)
  const statuses = new Map<number, number>()
  const run = autocannon({
    url: server.base,
    connections: 40,
    duration: Number(options.seconds),
    timeout: 120,
    requests: [
      { path: `/rest/tis/report/1.0/api/list?${parameters}`, headers: { authorization: `Bearer ${heavyToken}` } },
    ],
  })
  run.on('response', (_client, status) => statuses.set(status, (statuses.get(status) ?? 0) + 1))
  await run
  console.log(`small lists next to 40 connections: ${small.figures()}`)
  console.log(`heavy queries: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  console.log(`peak memory ${server.peakMegabytes()} MB`)
  await small.stop()
} finally {
  await server.stop()
}
