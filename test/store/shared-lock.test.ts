import { describe, expect, it } from 'vitest'
import { SharedLock } from '../../src/store/engine/shared-lock.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

describe('a shared lock', () => {
  it('runs shared tasks together and exclusive tasks alone, in order of arrival', async () => {
    const lock = new SharedLock()
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(`${name}+`)
      await turn()
      log.push(`${name}-`)
    }
    await Promise.all([
      lock.shared(work('a')),
      lock.shared(work('b')),
      lock.exclusive(work('X')),
      lock.shared(work('c')),
      lock.shared(work('d')),
    ])
    expect(log).toEqual(['a+', 'b+', 'a-', 'b-', 'X+', 'X-', 'c+', 'd+', 'c-', 'd-'])
    expect(lock.running).toBe(0)
  })

  it('starts the tasks behind an exclusive task that is aborted', async () => {
    const lock = new SharedLock()
    let finish = () => {}
    const running = lock.shared(() => new Promise<void>(resolve => (finish = resolve)))
    const stop = new AbortController()
    const exclusive = lock.exclusive(async () => {}, stop.signal)
    const behind = lock.shared(async () => 'went on')
    stop.abort(new Error('gone'))
    await expect(exclusive).rejects.toThrow('gone')
    expect(await behind).toBe('went on')
    finish()
    await running
  })

  it('keeps working after a failed task', async () => {
    const lock = new SharedLock()
    await expect(lock.exclusive(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await lock.shared(async () => 1)).toBe(1)
  })
})
