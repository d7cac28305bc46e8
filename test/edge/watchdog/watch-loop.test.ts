import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBeats } from '../../../src/edge/watchdog/beats.ts'
import { SILENCE_LIMIT, watchLoop } from '../../../src/edge/watchdog/watch-loop.ts'

const SECOND = 1000

let silences: number[]
let timer: NodeJS.Timeout
let beat: () => void

beforeEach(() => {
  vi.useFakeTimers()
  silences = []
  const beats = createBeats()
  beat = () => void Atomics.add(beats, 0, 1)
  timer = watchLoop(beats, SILENCE_LIMIT, seconds => silences.push(seconds))
})

afterEach(() => {
  clearInterval(timer)
  vi.useRealTimers()
})

describe('the watchdog', () => {
  it('reports an event loop that was silent for 60 seconds, once', () => {
    vi.advanceTimersByTime(60 * SECOND - 1)
    expect(silences).toEqual([])
    vi.advanceTimersByTime(1)
    expect(silences).toEqual([60])
    vi.advanceTimersByTime(60 * SECOND)
    expect(silences).toEqual([60])
  })

  it('starts again after each beat', () => {
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(59 * SECOND)
      beat()
    }
    expect(silences).toEqual([])
    vi.advanceTimersByTime(65 * SECOND)
    expect(silences).toEqual([60])
  })

  it('does not count the time of a suspended process', () => {
    vi.advanceTimersByTime(50 * SECOND)
    // The clock goes on, but no timer of a suspended process runs.
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(5 * SECOND)
    expect(silences).toEqual([])
    beat()
    vi.advanceTimersByTime(60 * SECOND)
    expect(silences).toEqual([])
  })
})
