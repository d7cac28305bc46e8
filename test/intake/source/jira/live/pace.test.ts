import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace } from '../../../../../src/intake/source/jira/live/pace.ts'
import { runs } from '../../../../support/sampling.ts'
import { virtualClock } from './virtual-clock.ts'

const request = fc.record({
  after: fc.integer({ min: 0, max: 3000 }),
  takes: fc.integer({ min: 0, max: 5000 }),
  endpoint: fc.constantFrom('a', 'b'),
  pause: fc.option(fc.record({ endpoint: fc.constantFrom('a', null), ms: fc.integer({ min: 1, max: 20_000 }) }), {
    nil: null,
    freq: 5,
  }),
  slowDown: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null, freq: 8 }),
})

describe('the pace of a connection', () => {
  it('never exceeds the rate, nor the concurrency, nor starts a request during a pause', async () => {
    const settings = fc.record({
      requestsPerSecond: fc.constantFrom(0.5, 1, 2.5, 5, 20),
      concurrency: fc.integer({ min: 1, max: 5 }),
      requests: fc.array(request, { minLength: 1, maxLength: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(settings, async ({ requestsPerSecond, concurrency, requests }) => {
        const clock = virtualClock()
        const pace = createPace({ requestsPerSecond, concurrency, clock })
        const starts: number[] = []
        const pauses: { readonly endpoint: string | null; readonly from: number; readonly to: number }[] = []
        let running = 0
        let mostRunning = 0
        const work = requests.map(async ({ after, takes, endpoint, pause, slowDown }) => {
          await clock.sleep(after)
          await pace.run(endpoint, async () => {
            const now = clock.now()
            starts.push(now)
            mostRunning = Math.max(mostRunning, ++running)
            for (const { endpoint: paused, from, to } of pauses) {
              const isPaused = (paused === null || paused === endpoint) && now >= from && now < to
              expect(isPaused).toBe(false)
            }
            await clock.sleep(takes)
            running--
            if (slowDown !== null) pace.slowDown(slowDown)
            if (pause === null) return
            pauses.push({ endpoint: pause.endpoint, from: clock.now(), to: clock.now() + pause.ms })
            pace.pause(pause.endpoint, pause.ms)
          })
        })
        await clock.run(Promise.all(work))
        expect(starts).toHaveLength(requests.length)
        expect(mostRunning).toBeLessThanOrEqual(concurrency)
        for (const start of starts) {
          const inSecond = starts.filter(other => other >= start && other < start + 1000).length
          expect(inSecond).toBeLessThanOrEqual(Math.ceil(requestsPerSecond))
        }
      }),
      runs(100),
    )
  })

  it('halves the rate near the limit', async () => {
    const clock = virtualClock(0)
    const pace = createPace({ requestsPerSecond: 10, concurrency: 1, clock })
    const starts: number[] = []
    pace.slowDown(1000)
    const work = Array.from({ length: 8 }, () => pace.run('a', async () => void starts.push(clock.now())))
    await clock.run(Promise.all(work))
    expect(starts).toEqual([0, 200, 400, 600, 800, 1000, 1100, 1200])
  })

  it('lets other endpoints go on while one is paused', async () => {
    const clock = virtualClock(0)
    const pace = createPace({ requestsPerSecond: 10, concurrency: 1, clock })
    const starts: string[] = []
    pace.pause('a', 5000)
    const work = ['a', 'a', 'b', 'b'].map(endpoint =>
      pace.run(endpoint, async () => void starts.push(`${endpoint} ${clock.now()}`)),
    )
    await clock.run(Promise.all(work))
    expect(starts).toEqual(['b 0', 'b 100', 'a 5000', 'a 5100'])
    expect(pace.pausedMs()).toBe(5000)
  })

  it('counts pauses at the same time once', () => {
    const clock = virtualClock(0)
    const pace = createPace({ requestsPerSecond: 10, concurrency: 1, clock })
    pace.pause('a', 5000)
    pace.pause(null, 3000)
    pace.pause('b', 6000)
    expect(pace.pausedMs()).toBe(6000)
  })

  it('continues at once after the clock was set back', async () => {
    let now = 1_000_000
    const slept: number[] = []
    const sleep = async (ms: number) => {
      slept.push(ms)
      now += ms
    }
    const clock = { now: () => now, sleep }
    const pace = createPace({ requestsPerSecond: 1, concurrency: 1, clock })
    await pace.run('a', async () => {})
    now = 0
    await pace.run('a', async () => {})
    expect(slept).toEqual([1000])
  })

  it('rejects with the reason of the signal while it waits', async () => {
    const clock = virtualClock()
    const abort = new AbortController()
    const pace = createPace({ requestsPerSecond: 1, concurrency: 1, clock, signal: abort.signal })
    pace.pause(null, 60_000)
    const waiting = pace.run('a', async () => {})
    abort.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })
})
