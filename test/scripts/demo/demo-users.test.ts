import { describe, expect, it } from 'vitest'
import { demoUsers } from '../../../scripts/demo/demo-users.ts'

describe('the users of the demo', () => {
  it('have unique logins, ignoring case', () => {
    const logins = demoUsers().map(user => user.name.toLowerCase())
    expect(new Set(logins).size).toBe(logins.length)
    expect(demoUsers().map(user => user.key)).toEqual(logins)
  })

  it('live in several time zones that exist', () => {
    const zones = new Set(demoUsers().map(user => user.timeZone))
    expect(zones.size).toBeGreaterThan(10)
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })

  it('have addresses in domains that nobody owns', () => {
    expect(demoUsers().filter(user => !user.emailAddress.endsWith('@example.org'))).toEqual([])
  })

  it('are all active except the one who left', () => {
    expect(
      demoUsers()
        .filter(user => !user.active)
        .map(user => user.name),
    ).toEqual(['milan.horvat'])
  })
})
