import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/web/api/client.ts'
import { errorMessage, parseParameterError, validationErrors } from '../../../src/web/shell/error-message.ts'

describe('a refused report in words', () => {
  it('says which choice each message is about', () => {
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

  it('takes only a 400 for mistakes in the choices', () => {
    expect(validationErrors(new ApiError(400, 'REPORT_INVALID', ['a', 'b']))).toEqual(['a', 'b'])
    expect(validationErrors(new ApiError(503, 'SERVER_BUSY', ['a']))).toEqual([])
    expect(validationErrors(null)).toEqual([])
  })

  it('tells a busy server from one that cannot answer, and offers no second try where it is of no use', () => {
    expect(errorMessage(new ApiError(503, 'SERVER_BUSY', ['Later.'])).title).toBe('The server is busy')
    expect(errorMessage(new ApiError(503, 'API_OFF', ['Off.'])).title).toBe('The server is unavailable')
    expect(errorMessage(new ApiError(503, 'LIST_TIMEOUT', ['Late.'])).title).toBe('The report took too long')
    expect(errorMessage(new ApiError(403, 'FORBIDDEN', ['No.'])).canRetry).toBe(false)
    expect(errorMessage(new ApiError(429, '', ['No.'])).canRetry).toBe(true)
  })
})
