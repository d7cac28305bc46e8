import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/web/api/client.ts'
import { mistakeOf, mistakesIn, toldError } from '../../../src/web/shell/told-error.ts'

describe('a refused report in words', () => {
  it('says which choice each message is about', () => {
    expect(mistakeOf("ERROR: calendar 'x' is not a calendar.")).toEqual({
      parameter: 'calendar',
      text: "calendar 'x' is not a calendar.",
    })
    expect(mistakeOf('ERROR: customjql Error in the JQL Query: Expecting an operator.')).toEqual({
      parameter: 'customjql',
      text: 'Error in the JQL Query: Expecting an operator.',
    })
    expect(mistakeOf('Nothing is right.').parameter).toBeNull()
  })

  it('takes only a 400 for mistakes in the choices', () => {
    expect(mistakesIn(new Refusal(400, 'REPORT_INVALID', ['a', 'b']))).toEqual(['a', 'b'])
    expect(mistakesIn(new Refusal(503, 'SERVER_BUSY', ['a']))).toEqual([])
    expect(mistakesIn(null)).toEqual([])
  })

  it('tells a busy server from one that cannot answer, and offers no second try where it is of no use', () => {
    expect(toldError(new Refusal(503, 'SERVER_BUSY', ['Later.'])).title).toBe('The server is busy')
    expect(toldError(new Refusal(503, 'API_OFF', ['Off.'])).title).toBe('The server cannot answer')
    expect(toldError(new Refusal(503, 'LIST_TIMEOUT', ['Late.'])).title).toBe('That took too long')
    expect(toldError(new Refusal(403, 'FORBIDDEN', ['No.'])).canRetry).toBe(false)
    expect(toldError(new Refusal(429, '', ['No.'])).canRetry).toBe(true)
  })
})
