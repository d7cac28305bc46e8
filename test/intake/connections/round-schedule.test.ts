import { describe, expect, it } from 'vitest'
import { type Scheduled, scheduleRounds } from '../../../src/intake/connections/round-schedule.ts'

const MINUTE = 60_000

/** A schedule with one connection and a clock that the test moves. */
function scheduled(parts: Partial<Scheduled> = {}) {
  const state = { now: 100 * MINUTE, random: 0, isRunning: false, errors: [] as unknown[], fails: false }
  let one: Scheduled = { name: 'jira', every: 5 * MINUTE, nextTry: null, last: null, ...parts }
  let runs = 0
  const schedule = scheduleRounds({
    due: async () => (state.fails ? Promise.reject(new Error('no store')) : [one]),
    isRunning: () => state.isRunning,
    run: async () => {
      runs++
      one = { ...one, last: state.now }
    },
    now: () => state.now,
    random: () => state.random,
    onError: error => void state.errors.push(error),
  })
  // The test calls `tick` itself.
  schedule.stop()
  const runsAfter = async (ms: number) => {
    state.now += ms
    await schedule.tick()
    return runs
  }
  return { state, schedule, runsAfter }
}

describe('the schedule of rounds', () => {
  it('runs the first round at once, and the next one an interval after its end', async () => {
    const { runsAfter } = scheduled()
    expect(await runsAfter(0)).toBe(1)
    expect(await runsAfter(5 * MINUTE - 1)).toBe(1)
    expect(await runsAfter(1)).toBe(2)
  })

  it('adds up to a tenth of the interval at random', async () => {
    const { runsAfter, state } = scheduled()
    state.random = 1
    expect(await runsAfter(0)).toBe(1)
    expect(await runsAfter(5.5 * MINUTE - 1)).toBe(1)
    expect(await runsAfter(1)).toBe(2)
  })

  it('waits as long as a connection has to', async () => {
    const { runsAfter } = scheduled({ nextTry: 130 * MINUTE, last: 0 })
    expect(await runsAfter(29 * MINUTE)).toBe(0)
    expect(await runsAfter(MINUTE)).toBe(1)
  })

  it('waits an interval after a round that left its time of the next try in the past', async () => {
    const { runsAfter } = scheduled({ nextTry: 100 * MINUTE, last: 0 })
    expect(await runsAfter(MINUTE)).toBe(1)
    expect(await runsAfter(1000)).toBe(1)
    expect(await runsAfter(5 * MINUTE)).toBe(2)
  })

  it('starts no round while one is running', async () => {
    const { runsAfter, state } = scheduled()
    state.isRunning = true
    expect(await runsAfter(60 * MINUTE)).toBe(0)
    state.isRunning = false
    expect(await runsAfter(0)).toBe(1)
  })

  it('starts one within seconds after the first of several requests', async () => {
    const { runsAfter, schedule } = scheduled()
    expect(await runsAfter(0)).toBe(1)
    await runsAfter(1000)
    for (let i = 0; i < 10; i++) schedule.startSoon('jira')
    expect(await runsAfter(4999)).toBe(1)
    expect(await runsAfter(1)).toBe(2)
    expect(await runsAfter(MINUTE)).toBe(2)
  })

  it('goes on after an error of the store', async () => {
    const { runsAfter, state } = scheduled()
    state.fails = true
    expect(await runsAfter(0)).toBe(0)
    expect(state.errors).toHaveLength(1)
    state.fails = false
    expect(await runsAfter(0)).toBe(1)
  })
})
