import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../../src/web/api/client.ts'
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

  it('says what to do without access, and keeps what the server said', () => {
    const { title, text, advice } = errorMessage(new ApiError(403, 'FORBIDDEN', ["You don't have permission."]))
    expect([title, text]).toEqual(["You don't have access to this report", "You don't have permission."])
    expect(advice).toMatch(/^Ask an administrator/)
    expect(errorMessage(new ApiError(429, '', ['Busy.'])).advice).toMatch(/^Wait until/)
    expect(errorMessage(new ApiError(503, '', ['Stopping.'])).advice).toBeNull()
  })

  it('says how to make a report smaller without the names of parameters', () => {
    const message = 'The report has 9 cells. Narrow it with a query, a date range or fewer groupByFields.'
    const error = new ApiError(400, 'REPORT_TOO_LARGE', [message])
    expect(validationErrors(error)).toEqual([])
    const { title, advice, canRetry } = errorMessage(error)
    expect([title, advice, canRetry]).toEqual([
      'The report is too large',
      'Choose fewer issues, groups or columns, or a shorter time.',
      false,
    ])
  })

  it('has one message for a server that cannot be reached', () => {
    const { title, text, canRetry } = errorMessage(new NetworkError())
    expect([title, text, canRetry]).toEqual(['Connection lost.', 'The server cannot be reached.', true])
  })
})
