import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cases, IS_DEEP, SEED } from '../support/sampling.ts'
import { checkBytes, checkRequest, expectUnharmed, type Fuzzing, goodAnswers } from './checks.ts'
import { fuzzBytes } from './fuzz-bytes.ts'
import { type FuzzBytes, type FuzzRequest, toCurl, toNetcat } from './fuzz-request.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { hangUp } from './send.ts'
import { type FuzzServer, startFuzzServer } from './start-fuzz-server.ts'

// Fuzzes a server in a process of its own. A failure prints a shell command.

/** The number of requests. The start of the server takes most of a short run. */
const RUNS = cases(IS_DEEP ? 1_000 : 250)

/** The number of concurrent clients. */
const LANES = 4

/** The percentage of requests that are corrupted bytes. */
const BYTES = 10

/** The time limit for shrinking a failure. Milliseconds. */
const SHRINK = 60_000

/** The fraction of the requests after which all caches are warm. */
const WARM_UP = 0.25

const MEGABYTE = 1024 * 1024

let server: FuzzServer
let fuzzing: Fuzzing

beforeAll(async () => {
  server = await startFuzzServer()
  fuzzing = { server, counts: new Map(), quiet: Promise.resolve(), good: await goodAnswers(server.facts) }
})

afterAll(async () => {
  hangUp()
  await server?.stop()
  const counts = [...(fuzzing?.counts ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${what}: ${times}`)
  console.info(counts.join(', '))
})

/** Checks the generated cases of each lane, all lanes at once. */
async function checkAll<T>(
  things: fc.Arbitrary<T>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  check: (thing: T) => Promise<void>,
  shown: (thing: T) => string,
): Promise<void> {
  let deadline = Number.POSITIVE_INFINITY
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    let count = 0
    const property = fc.asyncProperty(things, async thing => {
      // After a failure there is limited time for shrinking; then every case passes, and the lanes end.
      if (performance.now() > deadline) return
      try {
        await check(thing)
        if (++count % 100 === 0) await expectUnharmed(fuzzing)
      } catch (error) {
        deadline = Math.min(deadline, performance.now() + SHRINK)
        throw error
      }
    })
    const numRuns = Math.ceil(runs / LANES)
    return fc.check(property, { seed: (seed * LANES + lane) % 2 ** 31, numRuns })
  })
  const failed = (await Promise.all(lanes)).filter(details => details.failed)
  const messages = failed.map(({ counterexample, errorInstance }) => {
    return `${(errorInstance as Error).message}\n${shown((counterexample as [T])[0])}`
  })
  if (messages.length > 0) throw new Error([...messages, ...server.defects.slice(-3)].join('\n\n'))
}

const portOf = ({ mode }: FuzzRequest | FuzzBytes) => server.facts.ports[mode]

/** Sends any requests, with corrupted bytes between them. */
async function fuzz(seed: number, runs: number): Promise<void> {
  const whole = Math.round((runs * (100 - BYTES)) / 100)
  await checkAll(
    fuzzRequests(server.facts),
    { seed, runs: whole },
    request => checkRequest(request, fuzzing),
    request => toCurl(request, portOf(request)),
  )
  await checkAll(
    fuzzBytes(server.facts),
    { seed, runs: runs - whole },
    bytes => checkBytes(bytes, fuzzing),
    bytes => toNetcat(bytes, portOf(bytes)),
  )
}

describe('a fuzzed server', () => {
  it('responds in time and in its format, harms no other client, and needs no more and more memory', async () => {
    await fuzz(SEED, RUNS * WARM_UP)
    const before = await server.memory()
    await fuzz(SEED + 1, RUNS * (1 - WARM_UP))
    await expectUnharmed(fuzzing)
    // The internal errors in its log.
    expect(server.defects).toEqual([])
    const after = await server.memory()
    console.info(`memory before and after: ${JSON.stringify([before, after])}`)
    expect(after.heap - before.heap).toBeLessThan(30 * MEGABYTE)
    expect(after.rss - before.rss).toBeLessThan(200 * MEGABYTE)
    expectAllKinds(fuzzing)
  })
})

/** The statuses of requests that are rejected for another reason than their parameters. */
const REJECTED = [401, 403, 404, 405, 415]

/** Checks that the server accepted some requests, and rejected some for each reason. A short run may lack one of the reasons. */
function expectAllKinds({ counts }: Fuzzing): void {
  const times = (status: number) => counts.get(`${status}`) ?? 0
  for (const status of IS_DEEP ? [200, 204, 400, ...REJECTED] : [200, 400]) {
    expect([status, times(status)]).not.toEqual([status, 0])
  }
  expect(REJECTED.some(status => times(status) > 0)).toBe(true)
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
  expect(times(200) / all).toBeGreaterThan(IS_DEEP ? 0.25 : 0.1)
  expect(times(400) / all).toBeGreaterThan(IS_DEEP ? 0.15 : 0.1)
}
