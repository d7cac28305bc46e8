import { describe, expect, it } from 'vitest'
import { abortable } from '../../src/base/abortable.ts'

describe('untilStopped', () => {
  it('gives what the work comes to', async () => {
    const { signal } = new AbortController()
    expect(await abortable(Promise.resolve(1), signal)).toBe(1)
    expect(await abortable(Promise.resolve(2), undefined)).toBe(2)
    await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrowError('broken')
  })

  it('does not wait for work that was stopped, nor mind how it fails', async () => {
    const controller = new AbortController()
    let fail: (error: Error) => void = () => {}
    const work = new Promise((_, reject) => {
      fail = reject
    })
    const result = abortable(work, controller.signal)
    controller.abort(new Error('enough'))
    await expect(result).rejects.toThrowError('enough')
    fail(new Error('later'))
    await expect(abortable(work, controller.signal)).rejects.toThrowError('enough')
  })
})
