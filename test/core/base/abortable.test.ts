import { describe, expect, it } from 'vitest'
import { abortable } from '../../../src/core/base/abortable.ts'

describe('abortable', () => {
  it('resolves or rejects as the work does', async () => {
    const { signal } = new AbortController()
    expect(await abortable(Promise.resolve(1), signal)).toBe(1)
    expect(await abortable(Promise.resolve(2), undefined)).toBe(2)
    await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrowError('broken')
  })

  it('rejects at once when the signal is aborted, and ignores the outcome of the work', async () => {
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
