import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBytes, checkRequest, expectUnharmed, type Fuzzing, goodAnswers } from './checks.ts'
import { fuzzBytes } from './fuzz-bytes.ts'
import { type FuzzBytes, type FuzzRequest, toCurl, toNetcat } from './fuzz-request.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import type { Memory } from './fuzz-server-facts.ts'
import { hangUp } from './send.ts'
import { type FuzzServer, startFuzzServer } from './start-fuzz-server.ts'

// Requests of all kinds against a server in a process of its own. SOJOURN_FUZZ_SEED and SOJOURN_FUZZ_RUNS make another
// run, or a longer one: a failure prints both, and a line for a shell.
const SEED = Number(process.env.SOJOURN_FUZZ_SEED ?? 20_240_315)
const RUNS = Number(process.env.SOJOURN_FUZZ_RUNS ?? 5_000)
const AGAIN = `SOJOURN_FUZZ_SEED=${SEED} SOJOURN_FUZZ_RUNS=${RUNS}`

/** As many as ask at the same time. */
const LANES = 4

/** Of a hundred requests, those that are bytes. */
const BYTES = 10

/** How long a failure is made smaller. Milliseconds. */
const SHRINK = 60_000

/** After a part of the requests everything has been used that is kept for later. */
const WARM_UP = 0.25

const MEGABYTE = 1024 * 1024

let server: FuzzServer
let fuzzing: Fuzzing

beforeAll(async () => {
  console.info(AGAIN)
  server = await startFuzzServer()
  fuzzing = { server, counts: new Map(), quiet: Promise.resolve(), good: await goodAnswers(server.facts) }
}, 180_000)

afterAll(async () => {
  hangUp()
  await server?.stop()
  const counts = [...(fuzzing?.counts ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${what}: ${times}`)
  console.info(`${AGAIN}\n${counts.join(', ')}`)
})

/** Checks what each lane makes of its seeds, all lanes at once. */
async function checkAll<T>(
  things: fc.Arbitrary<T>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  check: (thing: T) => Promise<void>,
  shown: (thing: T) => string,
): Promise<void> {
  let deadline = Number.POSITIVE_INFINITY
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    let asked = 0
    const property = fc.asyncProperty(things, async thing => {
      // Once something failed there is some time to make it smaller; then all is taken for well, and the lanes end.
      if (performance.now() > deadline) return
      try {
        await check(thing)
        if (++asked % 100 === 0) await expectUnharmed(fuzzing)
      } catch (error) {
        deadline = Math.min(deadline, performance.now() + SHRINK)
        throw error
      }
    })
    const numRuns = Math.ceil(runs / LANES)
    return fc.check(property, { seed: seed * LANES + lane, numRuns })
  })
  const failed = (await Promise.all(lanes)).filter(details => details.failed)
  const told = failed.map(({ counterexample, errorInstance }) => {
    return `${(errorInstance as Error).message}\n${shown((counterexample as [T])[0])}`
  })
  if (told.length > 0) throw new Error([...told, ...server.defects.slice(-3), AGAIN].join('\n\n'))
}

const portOf = ({ mode }: FuzzRequest | FuzzBytes) => server.facts.ports[mode]

/** Any requests, with bytes between them. */
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

describe(`a server that is asked anything (${AGAIN})`, () => {
  let before: Memory | undefined

  it('answers, soon and in its shape, and harms nobody', { timeout: 24 * 3_600_000 }, async () => {
    await fuzz(SEED, RUNS * WARM_UP)
    before = await server.memory()
    await fuzz(SEED + 1, RUNS * (1 - WARM_UP))
  })

  it('answers as it did at the start', () => expectUnharmed(fuzzing))

  it('has no defect in its log', () => expect(server.defects).toEqual([]))

  it('uses no more memory than before', async ({ skip }) => {
    if (before === undefined) return skip()
    const after = await server.memory()
    console.info(`memory before and after: ${JSON.stringify([before, after])}`)
    expect(after.heap - before.heap).toBeLessThan(30 * MEGABYTE)
    expect(after.rss - before.rss).toBeLessThan(200 * MEGABYTE)
  })

  it('was asked what it answers, and what it refuses', () => {
    const times = (status: number) => fuzzing.counts.get(`${status}`) ?? 0
    for (const status of [200, 204, 400, 401, 403, 404, 405, 415])
      expect([status, times(status)]).not.toEqual([status, 0])
    const all = [...fuzzing.counts.values()].reduce((sum, one) => sum + one, 0)
    expect(times(200) / all).toBeGreaterThan(0.25)
    expect(times(400) / all).toBeGreaterThan(0.15)
  })
})
