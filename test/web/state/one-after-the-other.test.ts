import { expect, it } from 'vitest'
import { oneAfterTheOther } from '../../../src/web/state/one-after-the-other.ts'

const { signal } = new AbortController()

it('work runs in its order, each piece after the end of the one before, whether that fails or not', async () => {
  const inTurn = oneAfterTheOther()
  const seen: string[] = []
  const work = (name: string, fails = false) =>
    inTurn(async () => {
      seen.push(`${name} begins`)
      await Promise.resolve()
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }, signal)
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('aborted work is skipped', async () => {
  const inTurn = oneAfterTheOther()
  const controller = new AbortController()
  let runs = 0
  const first = inTurn(async () => controller.abort(), signal)
  const second = inTurn(async () => ++runs, controller.signal)
  const third = inTurn(async () => 'third', signal)
  await first
  await expect(second).rejects.toThrow(/abort/i)
  expect([await third, runs]).toEqual(['third', 0])
})
