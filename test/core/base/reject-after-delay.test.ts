import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { rejectAfterDelay } from '../../../src/core/base/reject-after-delay.ts'

describe('a delayed rejection', () => {
  it('rejects with the error, but not at once', async () => {
    const refused = rejectAfterDelay(new Error('too many')).catch((error: Error) => error.message)
    expect(await Promise.race([refused, setTimeout(100, 'still waiting')])).toBe('still waiting')
    expect(await refused).toBe('too many')
  })

  it('ends at once when the client disconnects', async () => {
    const hangUp = new AbortController()
    const refused = rejectAfterDelay(new Error('too many'), hangUp.signal)
    hangUp.abort(new Error('hung up'))
    await expect(refused).rejects.toThrow('hung up')
  })
})
