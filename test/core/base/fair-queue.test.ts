import { describe, expect, it } from 'vitest'
import { FairQueue, type QueueLimits } from '../../../src/core/base/fair-queue.ts'

const LIMITS: QueueLimits = { slots: 1, slotsPerUser: 1, waiting: 100, perUser: 100, timeoutMs: 60_000 }

function queue(limits: Partial<QueueLimits> = {}): FairQueue {
  return new FairQueue(
    { ...LIMITS, ...limits },
    {
      timedOut: () => new Error('timed out'),
      tooManyOfUser: () => new Error('too many of this user'),
      tooManyWait: () => new Error('too many wait'),
    },
  )
}

/** Runs one job for each letter of a text, which names its user. Returns the order in which they ran. */
async function orderOf(users: string, limits: Partial<QueueLimits> = {}): Promise<string> {
  const fair = queue(limits)
  let order = ''
  const run = (user: string) =>
    fair.run(user, async () => {
      order += user
      await new Promise(resolve => setTimeout(resolve, 1))
    })
  await Promise.all([...users].map(run))
  expect(fair.load).toEqual({ running: 0, waiting: 0 })
  return order
}

describe('a fair queue', () => {
  it('serves users in turn, regardless of how many jobs each has', async () => {
    expect(await orderOf('aaaaaab')).toBe('abaaaaa')
    expect(await orderOf('aaabbbc')).toBe('abcabab'.slice(0, 7))
  })

  it('keeps the order of one user', async () => {
    expect(await orderOf('aaaa')).toBe('aaaa')
  })

  it('leaves slots to other users', async () => {
    const fair = queue({ slots: 3, slotsPerUser: 2 })
    const stop = new AbortController()
    const endless = async () => {
      stop.signal.throwIfAborted()
      await new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)))
    }
    const ofAnn = [1, 2, 3, 4].map(() => fair.run('ann', endless))
    expect(fair.load).toEqual({ running: 2, waiting: 2 })
    expect(await fair.run('bob', async () => 'done')).toBe('done')
    stop.abort(new Error('enough'))
    expect((await Promise.allSettled(ofAnn)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await fair.idle()
    expect(fair.load).toEqual({ running: 0, waiting: 0 })
  })

  it('rejects a job when its user has too many, or the queue is full', async () => {
    const fair = queue({ perUser: 2, waiting: 2 })
    let finish = () => {}
    const first = fair.run('ann', () => new Promise<void>(resolve => (finish = resolve)))
    const second = fair.run('ann', async () => {})
    const tooMany = expect(fair.run('ann', async () => {})).rejects.toThrow('too many of this user')
    const third = fair.run('bob', async () => {})
    const full = expect(fair.run('eve', async () => {})).rejects.toThrow('too many wait')
    await Promise.all([tooMany, full])
    finish()
    await Promise.all([first, second, third])
  })

  it('says beforehand whether it would reject a job', async () => {
    const fair = queue({ perUser: 1 })
    expect(fair.refusal('ann')).toBeNull()
    const first = fair.run('ann', () => new Promise(resolve => setTimeout(resolve, 1)))
    expect(fair.refusal('ann')?.message).toBe('too many of this user')
    expect(fair.refusal('bob')).toBeNull()
    await first
    expect(fair.refusal('ann')).toBeNull()
  })

  it('runs jobs without a timeout', async () => {
    const job = (signal: AbortSignal) => new Promise(resolve => setTimeout(() => resolve(signal.aborted), 20))
    expect(await queue({ timeoutMs: null }).run('ann', job)).toBe(false)
  })

  it('times out jobs, including waiting ones', async () => {
    const fair = queue({ timeoutMs: 20 })
    const work = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await Promise.all([1, 2].map(() => expect(fair.run('ann', work)).rejects.toThrow('timed out')))
    await fair.idle()
    expect(fair.load).toEqual({ running: 0, waiting: 0 })
  })
})
