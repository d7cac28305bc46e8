import { describe, expect, it } from 'vitest'
import {
  httpDate,
  isEndpointLimit,
  isNearLimit,
  requestedWait,
} from '../../../../../src/intake/source/jira/live/throttling.ts'

function headers(pairs: Readonly<Record<string, string>>): (name: string) => string | null {
  return name => pairs[name] ?? null
}

const NOON = Date.UTC(2026, 2, 26, 12)

describe('the wait that a tracker requests', () => {
  it.each([
    ['seconds', { 'retry-after': '5' }, 5000],
    ['a date', { 'retry-after': 'Thu, 26 Mar 2026 12:00:07 GMT' }, 7000],
    [
      'a date by a clock that is a day ahead',
      { 'retry-after': 'Fri, 27 Mar 2026 12:00:07 GMT', date: 'Fri, 27 Mar 2026 12:00:00 GMT' },
      7000,
    ],
    ['an ISO reset', { 'x-ratelimit-reset': '2026-03-26T12:02Z' }, 120_000],
    ['the reset of the beta headers', { 'x-beta-ratelimit-reset': '2026-03-26T12:01Z' }, 60_000],
    ['a reset in seconds', { 'x-ratelimit-reset': '30' }, 30_000],
    ['a reset in epoch seconds', { 'x-ratelimit-reset': String(NOON / 1000 + 9) }, 9000],
    ['zero seconds, as Data Center sends them always', { 'retry-after': '0' }, null],
    ['zero seconds and a reset', { 'retry-after': '0', 'x-ratelimit-reset': '2026-03-26T12:01Z' }, 60_000],
    ['a date in the past', { 'retry-after': 'Thu, 26 Mar 2026 11:00:00 GMT' }, null],
    ['nonsense', { 'retry-after': 'soon', 'x-ratelimit-reset': 'later' }, null],
    ['nothing', {}, null],
  ])('is read from %s', (_, pairs, wait) => {
    expect(requestedWait(headers(pairs as Record<string, string>), NOON)).toBe(wait)
  })

  it('concerns one endpoint only when it is a burst', () => {
    expect(isEndpointLimit(headers({ 'ratelimit-reason': 'jira-burst-based' }))).toBe(true)
    expect(isEndpointLimit(headers({ 'ratelimit-reason': 'jira-quota-tenant-based' }))).toBe(false)
    expect(isEndpointLimit(headers({}))).toBe(false)
  })

  it.each([
    [{ 'x-ratelimit-nearlimit': 'true' }, true],
    [{ 'x-beta-ratelimit-nearlimit': 'true' }, true],
    [{ 'x-ratelimit-nearlimit': 'false', 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '1' }, false],
    [{ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '19' }, true],
    [{ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '20' }, false],
    [{}, false],
  ])('is near with %o: %s', (pairs, isNear) => {
    expect(isNearLimit(headers(pairs as Record<string, string>))).toBe(isNear)
  })

  it('rejects dates that do not exist', () => {
    expect(httpDate('Thu, 31 Feb 2026 12:00:00 GMT')).toBeNull()
    expect(httpDate('2026-03-26')).toBeNull()
    expect(httpDate(null)).toBeNull()
  })
})
