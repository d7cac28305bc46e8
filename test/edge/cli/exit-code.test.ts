import { describe, expect, it } from 'vitest'
import { type ErrorCode, messages } from '../../../src/core/base/errors.ts'
import { exitCode } from '../../../src/edge/cli/exit-code.ts'
import { httpStatus } from '../../../src/edge/http/status.ts'

describe('exit codes', () => {
  it('never report an error as a success', () => {
    for (const code of Object.keys(messages) as ErrorCode[]) expect(exitCode[code]).toBeGreaterThan(0)
  })
})

describe('HTTP statuses', () => {
  it('never report an error as a success', () => {
    for (const code of Object.keys(messages) as ErrorCode[]) expect(httpStatus[code]).toBeGreaterThanOrEqual(400)
  })
})
