// The law of long lists: npm run bench:inputs
//
// Sends each list-like parameter of every operation with 25,000, 50,000 and 100,000 members to a real server. Twice the
// length may take at most 2.5 times the CPU time of the main thread, and no slice of it may be longer than 50 ms. Each
// list is sent twice, because measuring slices takes CPU time itself.
// Prints a table, and exits with 1 if a line breaks the law. It needs Linux, which counts the time of threads.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CALENDAR, type ListInput, listInputs, VIEW } from './list-inputs.ts'
import { cpuOf } from './process-cpu.ts'
import { BIN, collectGarbage, measureSlices, type ServedStore, SLICE_METER, serve } from './served-store.ts'

const SIZES = [25_000, 50_000, 100_000]

/** The largest growth of CPU time for twice the length. */
const MAX_GROWTH = 2.5

/** The longest slice of the main thread. Milliseconds. */
const MAX_SLICE = 50

/** A shorter time counts as this one: the compiler and the garbage collector of Node use the main thread too. */
const LEAST_CPU = 10

/** How often a line that breaks the law is measured. Its figures are the best ones. */
const TRIES = 5

/** The status of a body that is too large. A longer list is refused in the same way, so it is not sent. */
const TOO_LARGE = 413

interface Measured {
  readonly status: number
  readonly cpu: number
  readonly slice: number
}

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const dir = mkdtempSync(join(tmpdir(), 'sojourn-inputs-'))
spawnSync(process.execPath, [BIN, 'demo', '--store', dir], { stdio: 'inherit' })
const server = await serve(dir, [], { preloaded: SLICE_METER })
const chosen = listInputs.filter(({ operation, parameter }) => `${operation} ${parameter}`.includes(options.only))
let broken = 0
try {
  const targets = await createTargets(server)
  console.log(`| operation | list | status | CPU of ${SIZES.join(', ')} (ms) | longest slice (ms) |`)
  console.log('|---|---|---|---|---|')
  for (const input of chosen) {
    // The first request compiles the code.
    await send(server, input, 1_000, targets)
    let found = await measuredAll(server, input, targets)
    for (let i = 1; i < TRIES && breaksLaw(found); i++) found = best(found, await measuredAll(server, input, targets))
    const isBroken = breaksLaw(found)
    if (isBroken) broken++
    const statuses = [...new Set(found.map(({ status }) => status))].join(', ')
    const [times, slices] = [found.map(({ cpu }) => Math.round(cpu)), found.map(({ slice }) => Math.round(slice))]
    const end = isBroken ? ' BROKEN' : ''
    console.log(
      `| ${input.operation} | ${input.parameter} | ${statuses} | ${times.join(', ')} | ${Math.max(...slices)}${end} |`,
    )
  }
} finally {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
console.log(`${chosen.length} lists, ${broken} of them break the law`)
process.exitCode = broken === 0 ? 0 : 1

function breaksLaw(found: readonly Measured[]): boolean {
  const grows = found.some(({ cpu, status }, i) => {
    const before = found[i - 1]
    return before?.status === status && cpu > MAX_GROWTH * Math.max(before.cpu, LEAST_CPU)
  })
  return grows || found.some(({ slice }) => slice > MAX_SLICE)
}

function best(found: readonly Measured[], again: readonly Measured[]): Measured[] {
  return found.map(({ status, cpu, slice }, i) => {
    const other = again[i] ?? { cpu, slice }
    return { status, cpu: Math.min(cpu, other.cpu), slice: Math.min(slice, other.slice) }
  })
}

/** Measures the lengths of a list, up to the first one that is too large. */
async function measuredAll(served: ServedStore, input: ListInput, targets: Targets): Promise<Measured[]> {
  const found: Measured[] = []
  for (const size of SIZES) {
    const slices = await measureSlices(served)
    await send(served, input, size, targets)
    const slice = await slices()
    await collectGarbage(served)
    const before = cpuOf(served.pid).main
    const status = await send(served, input, size, targets)
    found.push({ status, cpu: cpuOf(served.pid).main - before, slice })
    if (status === TOO_LARGE) break
  }
  return found
}

/** The placeholders in paths, with the ids that replace them. */
type Targets = Readonly<Record<string, string>>

/** Creates the calendar and the saved report that requests change. */
async function createTargets({ base }: ServedStore): Promise<Targets> {
  const headers = { 'content-type': 'application/json', 'x-sojourn': '1' }
  const create = async ({ path, body }: { readonly path: string; readonly body: string }) => {
    const response = await fetch(`${base}${path}`, { method: 'POST', body, headers })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as { readonly id: string }).id
  }
  return { '{calendar}': await create(CALENDAR), '{view}': await create(VIEW) }
}

/** Sends a list. Returns the status of the answer, which is read to its end. */
async function send({ base }: ServedStore, input: ListInput, size: number, targets: Targets): Promise<number> {
  const { path: template, method, body } = input.of(size)
  const path = template.replace(/\{\w+\}/, name => targets[name]!)
  const type = typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded'
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      body: String(body),
      headers: { 'content-type': type, 'x-sojourn': '1', 'if-match': '*' },
    })
    await response.arrayBuffer()
    const created = response.headers.get('location')
    if (response.ok && created !== null) await remove(base, created)
    return response.status
  } catch {
    // The server refuses a body above its limit without reading it.
    return TOO_LARGE
  }
}

/** Removes what a request created: a calendar, a saved report or an export. */
async function remove(base: string, path: string): Promise<void> {
  await fetch(`${base}${path}`, { method: 'DELETE', headers: { 'x-sojourn': '1', 'if-match': '*' } })
}
