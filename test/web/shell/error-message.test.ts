import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/web/api/client.ts'
import { errorMessage, parseParameterError, validationErrors } from '../../../src/web/shell/error-message.ts'

describe('the message of a failed report', () => {
  it('has the parameter of each error', () => {
    expect(parseParameterError("ERROR: calendar 'x' is not a calendar.")).toEqual({
      parameter: 'calendar',
      text: "calendar 'x' is not a calendar.",
    })
    expect(parseParameterError('ERROR: customjql Error in the JQL Query: Expecting an operator.')).toEqual({
      parameter: 'customjql',
      text: 'Error in the JQL Query: Expecting an operator.',
    })
    expect(parseParameterError('Nothing is right.').parameter).toBeNull()
  })

  it('has parameter errors only for status 400', () => {
    expect(validationErrors(new ApiError(400, 'REPORT_INVALID', ['a', 'b']))).toEqual(['a', 'b'])
    expect(validationErrors(new ApiError(503, 'SERVER_BUSY', ['a']))).toEqual([])
    expect(validationErrors(null)).toEqual([])
  })

  it('distinguishes busy from unavailable, and offers no useless retry', () => {
    expect(errorMessage(new ApiError(503, 'SERVER_BUSY', ['Later.'])).title).toBe('The server is busy')
    expect(errorMessage(new ApiError(503, 'API_OFF', ['Off.'])).title).toBe('The server is unavailable')
    expect(errorMessage(new ApiError(503, 'LIST_TIMEOUT', ['Late.'])).title).toBe('The report took too long')
    expect(errorMessage(new ApiError(403, 'FORBIDDEN', ['No.'])).canRetry).toBe(false)
    expect(errorMessage(new ApiError(429, '', ['No.'])).canRetry).toBe(true)
  })
})
