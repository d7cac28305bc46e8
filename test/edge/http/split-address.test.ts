import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loggedAddress, splitAddress } from '../../../src/edge/http/split-address.ts'
import { runs } from '../../support/sampling.ts'

describe('splitAddress', () => {
  it.each([
    ['/a/b', '/a/b', ''],
    ['/a?b=c?d', '/a', 'b=c?d'],
    ['/a?', '/a', ''],
    ['/a?b#c', '/a', 'b'],
    ['http://x.example/a?b', '/a', 'b'],
    ['HTTPS://ann:pass@x.example:8080/a?b', '/a', 'b'],
    ['http://x.example?b', '', 'b'],
    ['//x/a', '//x/a', ''],
    ['*', '*', ''],
    [undefined, '', ''],
  ])('splits %s', (url, path, query) => {
    expect(splitAddress(url)).toEqual({ path, query })
  })
})

describe('loggedAddress', () => {
  it('keeps values under ordinary names', () => {
    for (const url of [
      '/',
      '/a?projectKey=WEB&columnsBy=statusDuration',
      '/a?author=ann&flag&=x',
      '/token/a?b=token',
    ]) {
      expect(loggedAddress(url)).toBe(url)
    }
  })

  it('hides the values under names of secrets, in any spelling', () => {
    const names = [
      'token',
      'access_token',
      'Token',
      'api-key',
      'apiKey',
      'API_KEY',
      'password',
      'passwd',
      'clientSecret',
    ]
    const more = [
      'Authorization',
      'session',
      'Cookie',
      'X-Amz-Signature',
      '%74oken',
      'tok%65n',
      '%54%4F%4B%45%4E',
      '%zztoken',
    ]
    for (const name of [...names, ...more])
      expect(loggedAddress(`/a?b=1&${name}=canary&c=2`)).toBe(`/a?b=1&${name}=***&c=2`)
  })

  it('hides the host and the login of an absolute URL', () => {
    expect(loggedAddress('http://ann:canary@x.example/a?b=1')).toBe('/a?b=1')
  })

  it('hides a secret at any position of a query', () => {
    const noise = fc.array(fc.constantFrom('&', 'a=1', 'a', '=', '?', ';', '%', '%26', '+', '#'), { maxLength: 8 })
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const url = `/a?${before.join('')}&token=canary${after.join('')}`
        const [shown] = loggedAddress(url).split('&a')
        expect(shown).not.toContain('canary')
      }),
      runs(100),
    )
  })
})
