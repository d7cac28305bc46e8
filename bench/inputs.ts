// The law of long lists: npm run bench:inputs
//
// Sends each list-like parameter of every operation with 25,000, 50,000 and 100,000 members to a real server. Twice the
// length may take at most 2.5 times the CPU time of the main thread, and no slice of it may be longer than 50 ms.
// Prints a table, and exits with 1 if a line breaks the law. It needs Linux, which counts the time of threads.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ListInput, listInputs } from './list-inputs.ts'
import { cpuOf } from './process-cpu.ts'
import { BIN, serve } from './served-store.ts'

const SIZES = [25_000, 50_000, 100_000]

/** The largest growth of CPU time for twice the length. */
const MAX_GROWTH = 2.5

/** The longest slice of the main thread. Milliseconds. */
const MAX_SLICE = 50

/** Below this time, the growth is not measured: the kernel counts in steps of 4 ms. */
const LEAST_CPU = 40

/** The number of runs. Each figure is the best of them, because the compiler and the garbage collector of Node use the main thread too. */
const TRIES = 3

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const dir = join(tmpdir(), 'sojourn-inputs-demo')
if (!existsSync(dir)) spawnSync(process.execPath, [BIN, 'demo', '--store', dir], { stdio: 'inherit' })
const server = await serve(dir, [], { preloaded: join(import.meta.dirname, 'slice-meter.js') })
const chosen = listInputs.filter(({ operation, parameter }) => `${operation} ${parameter}`.includes(options.only))
let broken = 0
try {
  console.log(`| operation | list | status | CPU of ${SIZES.join(', ')} (ms) | longest slice (ms) |`)
  console.log('|---|---|---|---|---|')
  for (const input of chosen) {
    await send(input, 1_000)
    const found = []
    for (const size of SIZES) found.push(await measured(input, size))
    const isBroken = breaksLaw(found)
    if (isBroken) broken++
    const [statuses, times, slices] = [
      [...new Set(found.map(({ status }) => status))].join(', '),
      found.map(({ cpu }) => Math.round(cpu)).join(', '),
      found.map(({ slice }) => Math.round(slice)).join(', '),
    ]
    const end = isBroken ? ' BROKEN' : ''
    console.log(`| ${input.operation} | ${input.parameter} | ${statuses} | ${times} | ${slices}${end} |`)
  }
} finally {
  await server.stop()
}
console.log(`${chosen.length} lists, ${broken} of them break the law`)
process.exitCode = broken === 0 ? 0 : 1

interface Measured {
  readonly status: number
  readonly cpu: number
  readonly slice: number
}

function breaksLaw(found: readonly Measured[]): boolean {
  const grows = found.some(({ cpu, status }, i) => {
    const before = found[i - 1]
    return before?.status === status && cpu > LEAST_CPU && cpu > MAX_GROWTH * before.cpu
  })
  return grows || found.some(({ slice }) => slice > MAX_SLICE)
}

async function measured(input: ListInput, size: number): Promise<Measured> {
  let best: Measured = { status: 0, cpu: Number.POSITIVE_INFINITY, slice: Number.POSITIVE_INFINITY }
  for (let i = 0; i < TRIES; i++) {
    const before = cpuOf(server.pid).main
    const status = await send(input, size)
    const cpu = cpuOf(server.pid).main - before
    server.child.send('start')
    await send(input, size)
    const slice = await longestSlice()
    best = { status, cpu: Math.min(cpu, best.cpu), slice: Math.min(slice, best.slice) }
  }
  return best
}

/** Sends a list. Returns the status of the answer, which is read to its end. */
async function send(input: ListInput, size: number): Promise<number> {
  const { path, method, body } = input.of(size)
  const type = typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded'
  try {
    const response = await fetch(`${server.base}${path}`, {
      method,
      body: String(body),
      headers: { 'content-type': type, 'x-sojourn': '1' },
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    // The server refuses a body above its limit without reading it.
    return 413
  }
}

function longestSlice(): Promise<number> {
  return new Promise(resolve => {
    server.child.once('message', message => resolve((message as { readonly longest: number }).longest))
    server.child.send('stop')
  })
}
