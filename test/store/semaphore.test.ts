import { describe, expect, it } from 'vitest'
import { Semaphore } from '../../src/store/semaphore.ts'

describe('a semaphore', () => {
  it('lets no more go on than it has room for, in order of arrival', async () => {
    const room = new Semaphore(2)
    const log: string[] = []
    let running = 0
    let most = 0
    const work = (name: string) =>
      room.run(async () => {
        most = Math.max(most, ++running)
        log.push(name)
        await new Promise(resolve => setTimeout(resolve, 5))
        running--
      })
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
    expect([most, log.join('')]).toEqual([2, 'abcde'])
  })

  it('forgets one that gives up while it waits', async () => {
    const room = new Semaphore(1)
    let free = () => {}
    const first = room.run(() => new Promise<void>(resolve => (free = resolve)))
    const stop = new AbortController()
    const second = room.run(async () => 'never', stop.signal)
    const third = room.run(async () => 'third')
    stop.abort(new Error('gave up'))
    await expect(second).rejects.toThrow('gave up')
    free()
    await first
    expect(await third).toBe('third')
    expect(room.waiting).toBe(0)
  })

  it('is full when all its room is taken and as many wait as may', async () => {
    const room = new Semaphore(1, 1)
    let free = () => {}
    const seen = [room.isFull]
    const first = room.run(() => new Promise<void>(resolve => (free = resolve)))
    seen.push(room.isFull)
    const stop = new AbortController()
    const second = room.run(async () => {}, stop.signal)
    seen.push(room.isFull)
    expect([room.running, room.waiting]).toEqual([1, 1])
    stop.abort(new Error('gave up'))
    await expect(second).rejects.toThrow('gave up')
    seen.push(room.isFull)
    free()
    await first
    expect(seen).toEqual([false, false, true, false])
    expect([room.running, room.waiting]).toEqual([0, 0])
  })

  it('gives a place to the one who waits, before one who comes just then', async () => {
    const room = new Semaphore(1)
    const log: string[] = []
    const work = (name: string) => room.run(async () => void log.push(name))
    const first = room.run(async () => {}).then(() => work('late'))
    await Promise.all([first, work('early')])
    expect(log).toEqual(['early', 'late'])
  })

  it('makes room again after a work that fails', async () => {
    const room = new Semaphore(1)
    await expect(room.run(async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await room.run(async () => 1)).toBe(1)
  })
})
