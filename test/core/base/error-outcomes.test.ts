import { describe, expect, it } from 'vitest'
import { errorOutcomes } from '../../../src/core/base/error-outcomes.ts'
import { type ErrorCode, messages } from '../../../src/core/base/errors.ts'

describe('exit codes', () => {
  it('never report an error as a success', () => {
    for (const code of Object.keys(messages) as ErrorCode[]) expect(errorOutcomes[code].exit).toBeGreaterThan(0)
  })
})

describe('HTTP statuses', () => {
  it('never report an error as a success', () => {
    for (const code of Object.keys(messages) as ErrorCode[])
      expect(errorOutcomes[code].status).toBeGreaterThanOrEqual(400)
  })
})
