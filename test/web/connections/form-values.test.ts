import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../../src/web/api/client.ts'
import { problemsIn } from '../../../src/web/connections/form-problems.ts'
import {
  accessBody,
  isPlainHttp,
  kindOf,
  NO_ACCESS,
  nameOf,
  newBody,
  scopeFor,
} from '../../../src/web/connections/form-values.ts'

describe('the form of a connection', () => {
  it('suggests the kind by the address, until one is picked', () => {
    expect(kindOf(NO_ACCESS)).toBe('server')
    expect(kindOf({ ...NO_ACCESS, address: ' https://Team.Atlassian.net/' })).toBe('cloud')
    expect(kindOf({ ...NO_ACCESS, address: 'https://team.atlassian.net.example.org' })).toBe('server')
    expect(kindOf({ ...NO_ACCESS, address: 'https://team.atlassian.net', kind: 'server' })).toBe('server')
  })

  it('suggests a name that no other connection has', () => {
    expect(nameOf(NO_ACCESS, [])).toBe('jira')
    expect(nameOf(NO_ACCESS, ['jira', 'jira-2'])).toBe('jira-3')
    expect(nameOf({ ...NO_ACCESS, kind: 'cloud' }, ['jira'])).toBe('cloud')
    expect(nameOf({ ...NO_ACCESS, name: '' }, ['jira'])).toBe('')
  })

  it('asks before a token is sent without encryption, except on this machine', () => {
    const of = (address: string) => isPlainHttp({ ...NO_ACCESS, address })
    expect(['http://jira.example.org', 'http://localhost.example.org', 'http://10.0.0.1'].map(of)).toEqual([
      ...[true, true, true],
    ])
    expect(
      ['https://a.example', 'http://localhost:1', 'http://127.0.0.1', 'http://[::1]:80', 'http:', ''].map(of),
    ).toEqual([false, false, false, false, false, false])
  })

  it('leaves out what was not typed, and an agreement that the address does not need', () => {
    const typed = { ...NO_ACCESS, address: ' https://jira.example.org ', token: 'x', allowHttp: true }
    const body = accessBody(typed, ' jira ')
    expect(body).toEqual({ name: 'jira', address: 'https://jira.example.org', token: 'x', kind: null })
    expect(accessBody({ ...typed, address: 'http://jira.example.org', email: ' a@b ' }, 'jira')).toMatchObject({
      allowHttp: true,
      email: 'a@b',
    })
    expect(newBody(body, { projects: ['WEB'], since: '', permissions: 'manual' })).toEqual({
      ...body,
      projects: ['WEB'],
      since: null,
      permissions: 'manual',
    })
  })

  it('takes permissions from the tracker only with the token of an administrator', () => {
    const found = {
      product: 'Jira Cloud' as const,
      version: null,
      address: '',
      account: '',
      timeZone: null,
      limitations: [],
      projects: [],
    }
    expect(scopeFor({ ...found, isAdministrator: true }).permissions).toBe('tracker')
    expect(scopeFor({ ...found, isAdministrator: false }).permissions).toBe(null)
  })
})

describe('errors of the server', () => {
  const of = (messages: readonly string[], code = 'CONNECTION_INVALID') =>
    problemsIn(new ApiError(400, code, messages), ['name', 'token', 'address'])

  it('are sentences at their fields, without options of commands', () => {
    expect(
      of([
        'name is missing. Allowed: a letter.',
        "name: 'J' is not allowed.",
        'token: it is empty.',
        "address: '' is not allowed. Allowed: an address.",
        'address: http://a.example cannot be read: no. Check the email address (--email) of it.',
      ]),
    ).toEqual({
      fields: {
        name: ['The name is missing. Allowed: a letter.', "'J' is not allowed."],
        token: ['The token is empty.'],
        address: [
          'The address is empty. Allowed: an address.',
          'http://a.example cannot be read: no. Check the email address of it.',
        ],
      },
      other: [],
    })
  })

  it('of other members, or without one, are shown above the form', () => {
    expect(of(['extra: this member is not allowed.'])).toEqual({
      fields: {},
      other: ['extra: this member is not allowed.'],
    })
    expect(of(['The store ... Give another --store.'], 'CONNECTION_DEMO').other).toEqual([
      'This server has the demo, which cannot be combined with a tracker.',
    ])
    expect(of(["name: There is a connection 'x' already. Choose another --name."], 'CONNECTION_TAKEN').fields).toEqual({
      name: ['Another connection has this name.'],
    })
    expect(problemsIn(new NetworkError(), []).other).toHaveLength(1)
  })
})
