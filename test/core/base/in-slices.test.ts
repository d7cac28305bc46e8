import { describe, expect, it } from 'vitest'
import { atOnce, inSlices, mapInSlices, type Steps } from '../../../src/core/base/in-slices.ts'

/** Returns work of `count` steps, each of which takes a millisecond of the clock. */
function work(count: number) {
  let ms = 0
  function* steps(): Steps<string> {
    for (let i = 0; i < count; i++) {
      ms++
      yield
    }
    return 'done'
  }
  return { steps: steps(), now: () => ms }
}

describe('work in slices', () => {
  it('gives other work a turn after every 2 ms', async () => {
    const { steps, now } = work(6)
    const turns: number[] = []
    const watch = () => {
      turns.push(now())
      if (now() < 6) setImmediate(watch)
    }
    setImmediate(watch)
    expect(await inSlices(steps, null, now)).toBe('done')
    expect(turns).toEqual([2, 4, 6])
  })

  it('ends short work in the same turn', async () => {
    const { steps, now } = work(1)
    let isLater = false
    setImmediate(() => {
      isLater = true
    })
    expect(await inSlices(steps, null, now)).toBe('done')
    expect(isLater).toBe(false)
  })

  it('stops when it is aborted', async () => {
    const { steps, now } = work(20)
    const abort = new AbortController()
    setImmediate(() => abort.abort(new Error('gone')))
    await expect(inSlices(steps, abort.signal, now)).rejects.toThrow('gone')
    expect(now()).toBe(2)
  })

  it('maps a list with a pause after every 2 ms, until it is aborted', async () => {
    const list = Array.from({ length: 20 }, (_, i) => i)
    let ms = 0
    const double = (value: number, index: number) => {
      ms++
      return value + index
    }
    expect(await mapInSlices(list, double, null, () => ms)).toEqual(list.map(value => 2 * value))
    const abort = new AbortController()
    setImmediate(() => abort.abort(new Error('gone')))
    await expect(mapInSlices(list, double, abort.signal, () => ms)).rejects.toThrow('gone')
    expect(ms).toBe(22)
  })

  it('can run without a pause', () => {
    const { steps, now } = work(20)
    expect(atOnce(steps)).toBe('done')
    expect(now()).toBe(20)
  })
})
