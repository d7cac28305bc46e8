import { describe, expect, it } from 'vitest'
import { parseZone, UTC } from '../../../src/core/time/zone.ts'
import { type ConnectOptions, readConnectOptions } from '../../../src/intake/connections/connect-request.ts'
import { COMMAND_WORDING } from '../../../src/intake/connections/connect-wording.ts'
import { trackerKinds } from '../../../src/intake/source/trackers.ts'

const OPTIONS: ConnectOptions = { tracker: 'jira', url: 'https://jira.example.org/', name: 'jira' }

function problems(options: Partial<ConnectOptions>): readonly string[] {
  const read = readConnectOptions({ ...OPTIONS, ...options }, UTC, COMMAND_WORDING)
  return 'problems' in read ? read.problems : []
}

describe('the options of a new connection', () => {
  it('need an address and a name only', () => {
    expect(readConnectOptions(OPTIONS, UTC, COMMAND_WORDING)).toEqual({
      request: {
        tracker: 'jira',
        name: 'jira',
        address: 'https://jira.example.org',
        email: null,
        tokenFile: null,
        projects: null,
        since: null,
        kind: null,
        permissions: null,
        replaceDemo: false,
      },
    })
  })

  it('are read without regard to case where that is harmless', () => {
    const options = { projects: 'web, App,web', since: '2024-01-31', kind: 'Cloud', permissions: 'Manual' }
    const read = readConnectOptions({ ...OPTIONS, ...options }, parseZone('Europe/Berlin')!, COMMAND_WORDING)
    expect(read).toMatchObject({
      request: {
        projects: ['WEB', 'APP'],
        since: Date.UTC(2024, 0, 30, 23),
        kind: 'cloud',
        permissions: 'manual',
      },
    })
  })

  it('are rejected all at once, each with the option, the value and what is allowed', () => {
    expect(
      problems({
        tracker: 'gitlab',
        url: 'jira.example.org',
        name: 'Jira 1',
        tokenFile: '/t',
        tokenStdin: true,
        email: 'a b',
        projects: 'web;app',
        all: true,
        since: 'yesterday',
        kind: 'dc',
        permissions: 'all',
      }),
    ).toEqual([
      `TRACKER: 'gitlab' is not allowed. Allowed: ${trackerKinds.join(', ')}.`,
      "URL: 'jira.example.org' is not allowed. Allowed: the address of a tracker, such as https://jira.example.org.",
      "--name: 'Jira 1' is not allowed. Allowed: a letter, then letters, digits and hyphens in lower case, at most 30 characters, such as jira.",
      '--token-file and --token-stdin: give only one of them.',
      "--email: 'a b' is not allowed. Allowed: an email address or a login.",
      '--projects and --all: give only one of them.',
      "--projects: 'web;app' is not allowed. Allowed: keys of projects with commas between them, such as WEB,APP.",
      "--since: 'yesterday' is not allowed. Allowed: a date such as 2024-01-31.",
      "--kind: 'dc' is not allowed. Allowed: cloud, server.",
      "--permissions: 'all' is not allowed. Allowed: tracker, account, manual.",
    ])
    expect(problems({ name: undefined })[0]).toMatch(/^--name is missing\. Allowed: a letter/)
  })

  it.each(['j', 'jira', 'jira-2', `j${'x'.repeat(29)}`])('accept the name %s', name => {
    expect(problems({ name })).toEqual([])
  })

  it.each(['', '2jira', 'jira-', '-jira', 'jira.hook', '../x', 'Jira', `j${'x'.repeat(30)}`])(
    'reject the name %j, because it is part of a file name and a variable',
    name => {
      expect(problems({ name })).toHaveLength(1)
    },
  )
})

describe('the address of a tracker', () => {
  const allowed = (url: string, allowHttp = false) => problems({ url, allowHttp })

  it.each([
    'https://jira.example.org',
    'https://example.org:8443/jira/',
    'https://team.atlassian.net/',
    'http://localhost:8081',
    'http://127.0.0.1:8081/jira',
    'http://[::1]:8081',
  ])('may be %s', url => {
    expect(allowed(url)).toEqual([])
  })

  it('is HTTPS, because the token is sent there; plain HTTP needs --allow-http', () => {
    expect(allowed('http://jira.example.org')).toEqual([
      "URL: 'http://jira.example.org' is not allowed. Allowed: an address with https; --allow-http sends the token without encryption.",
    ])
    expect(allowed('http://jira.example.org', true)).toEqual([])
    // A name that only begins like this machine.
    expect(allowed('http://localhost.example.org')).toHaveLength(1)
    expect(allowed('http://127.0.0.1.example.org')).toHaveLength(1)
  })

  it('has no token in it, and the error does not repeat one', () => {
    const [problem] = allowed('https://me:canary@jira.example.org')
    expect(problem).toContain('without a user name or a token in it')
    expect(problem).not.toContain('canary')
  })

  it.each(['ftp://jira.example.org', 'https://jira.example.org/?a=1', 'https://jira.example.org/#a', 'jira', ''])(
    'is not %j',
    url => {
      expect(allowed(url)).toHaveLength(1)
    },
  )

  it('of Jira Cloud has no path', () => {
    expect(allowed('https://team.atlassian.net/jira/your-work')[0]).toContain(
      'Allowed: https://team.atlassian.net, without a path.',
    )
  })
})
