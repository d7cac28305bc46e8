import { describe, expect, it } from 'vitest'
import { Semaphore } from '../../src/store/engine/semaphore.ts'

describe('a semaphore', () => {
  it('limits concurrent tasks, in order of arrival', async () => {
    const slots = new Semaphore(2)
    const log: string[] = []
    let running = 0
    let most = 0
    const work = (name: string) =>
      slots.run(async () => {
        most = Math.max(most, ++running)
        log.push(name)
        await new Promise(resolve => setImmediate(resolve))
        running--
      })
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
    expect([most, log.join('')]).toEqual([2, 'abcde'])
  })

  it('removes a waiting task that is aborted', async () => {
    const slots = new Semaphore(1)
    let free = () => {}
    const first = slots.run(() => new Promise<void>(resolve => (free = resolve)))
    const stop = new AbortController()
    const second = slots.run(async () => 'never', stop.signal)
    const third = slots.run(async () => 'third')
    stop.abort(new Error('gave up'))
    await expect(second).rejects.toThrow('gave up')
    free()
    await first
    expect(await third).toBe('third')
    expect(slots.waiting).toBe(0)
  })

  it('is full when all slots and the queue are taken', async () => {
    const slots = new Semaphore(1, 1)
    let free = () => {}
    const order = [slots.isFull]
    const first = slots.run(() => new Promise<void>(resolve => (free = resolve)))
    order.push(slots.isFull)
    const stop = new AbortController()
    const second = slots.run(async () => {}, stop.signal)
    order.push(slots.isFull)
    expect([slots.running, slots.waiting]).toEqual([1, 1])
    stop.abort(new Error('gave up'))
    await expect(second).rejects.toThrow('gave up')
    order.push(slots.isFull)
    free()
    await first
    expect(order).toEqual([false, false, true, false])
    expect([slots.running, slots.waiting]).toEqual([0, 0])
  })

  it('gives a free slot to a waiting task before a new one', async () => {
    const slots = new Semaphore(1)
    const log: string[] = []
    const work = (name: string) => slots.run(async () => void log.push(name))
    const first = slots.run(async () => {}).then(() => work('late'))
    await Promise.all([first, work('early')])
    expect(log).toEqual(['early', 'late'])
  })

  it('frees the slot of a failed task', async () => {
    const slots = new Semaphore(1)
    await expect(slots.run(async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await slots.run(async () => 1)).toBe(1)
  })
})
