import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { smallFolder } from '../../support/small-store.ts'
import { DEPS, temporaryFolder } from '../http/small-tracker.ts'
import { sharing, testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: string
let workspace: Workspace

beforeEach(async () => {
  folder = temporaryFolder()
  store = join(folder.path, 'store')
  await smallFolder(store)
  workspace = createWorkspace(await openStore(store, { create: false, limits: ONE_THREAD }), DEPS)
})

afterEach(async () => {
  await workspace.close()
  folder.forget()
})

/** Runs a command on the open workspace; returns its exit code and its output. */
async function sojourn(args: string, parts: Partial<Environment> = {}) {
  const context = testContext({ ...sharing(workspace), ...parts })
  const quoted = (args.match(/'[^']*'|\S+/g) ?? []).map(arg => arg.replace(/^'(.*)'$/, '$1'))
  const code = await run(quoted, context)
  return { code, out: context.out.text(), err: context.err.text() }
}

describe('sojourn user', () => {
  it('adds, lists, disables and enables users', async () => {
    expect(await sojourn('user add anna --group administrators --group ops --time-zone Asia/Tokyo')).toEqual({
      code: 0,
      err: '',
      out: "Added user anna. A token for it: sojourn token create --user 'anna'\n",
    })
    await sojourn('user add ben@example.org')
    expect(await sojourn('user disable ANNA')).toEqual({ code: 0, out: 'User ANNA is disabled.\n', err: '' })
    const listed = (await sojourn('user list')).out.split('\n').map(line => line.split(/ {2,}/))
    expect(listed[0]).toEqual(['anna', 'Asia/Tokyo', 'administrators, ops', 'disabled'])
    expect(listed[1]!.slice(0, 3)).toEqual(['ben@example.org', '-', '-'])
    await sojourn('user enable anna')
    expect((await sojourn('user list')).out).not.toContain('disabled')
  })

  it('changes the groups and the time zone of a user', async () => {
    await sojourn('user add anna --group administrators --group ops --time-zone Asia/Tokyo')
    const change = async (args: string) => (await sojourn(`user change ${args}`)).out
    expect(await change('ANNA --add-group planners --add-group OPS --remove-group Administrators')).toBe(
      'User anna: time zone Asia/Tokyo, groups: ops, planners.\n',
    )
    expect(await change('anna --server-time-zone')).toBe('User anna: time zone of the server, groups: ops, planners.\n')
    expect(await change('anna --time-zone europe/berlin --remove-group ops --remove-group planners')).toBe(
      'User anna: time zone Europe/Berlin, groups: none.\n',
    )
    expect((await sojourn('user change anna --remove-group ops')).err).toContain("--remove-group: 'ops' is not allowed")
    expect((await sojourn('user change anna --time-zone Mars')).err).toContain("--time-zone: 'Mars' is not allowed")
    expect((await sojourn('user change ana')).err).toContain("Did you mean 'anna'?")
  })

  it('removes a user with tokens and rights', async () => {
    await sojourn('user add anna')
    await sojourn('user add ben')
    const token = (await sojourn('token create --user anna')).out.trim()
    await sojourn('token create --user ben')
    await sojourn('project restrict WEB --user anna --user ben')
    expect(await sojourn('user remove ANNA --yes')).toEqual({ code: 0, out: 'Removed user anna.\n', err: '' })
    expect((await sojourn('user list')).out).toMatch(/^ben .*\n$/)
    expect((await sojourn('token list')).out).toMatch(/^\w+ +ben .*\n$/)
    expect((await sojourn('project list')).out).toContain('administrators, user ben\n')
    expect((await sojourn('user remove anna --yes')).err).toContain("There is no user 'anna'")
    await sojourn('user add anna')
    await expect(workspace.authenticate({ token, login: null })).rejects.toThrow('Authentication required.')
  })

  it('reports errors about a user', async () => {
    await sojourn('user add anna')
    expect((await sojourn('user add ANNA')).err).toContain("There is a user 'ANNA' already")
    expect((await sojourn('user add a:b')).err).toContain('LOGIN')
    expect((await sojourn('user add ben --time-zone Nowhere/Land')).err).toContain('Europe/Berlin')
    const unknown = await sojourn('user disable ana')
    expect(unknown.err).toContain("There is no user 'ana'. Did you mean 'anna'?")
    expect(unknown.code).not.toBe(0)
  })
})

describe('sojourn token', () => {
  it('prints only a new token to stdout, and says on stderr that it will not be shown again', async () => {
    await sojourn('user add anna')
    const { code, out, err } = await sojourn('token create --user anna --expires 90d')
    expect(code).toBe(0)
    expect(out).toMatch(/^sj_[\w-]{43}\n$/)
    expect(err).toMatch(/^Token [0-9a-f]{8} of anna, which works until 2024-06-08.*It is not shown again:\n$/)
    const listed = (await sojourn('token list')).out
    expect(listed).toMatch(/^[0-9a-f]{8} +anna +made 2024-03-10.* +until 2024-06-08.* +never used\n$/)
    expect(listed).not.toContain('sj_')
  })

  it('lists tokens without an expiry, and revokes them', async () => {
    await sojourn('user add anna')
    await sojourn('token create --user Anna')
    const { out } = await sojourn('token list')
    expect(out).toContain('no end')
    const [id] = out.split(' ')
    expect(await sojourn(`token revoke ${id}`)).toEqual({ code: 0, out: `Token ${id} is revoked.\n`, err: '' })
    expect((await sojourn('token list')).out).not.toContain(id)
    expect((await sojourn(`token revoke ${id}`)).err).toContain(`There is no token ${id}`)
  })

  it.each(['0d', '-1d', '1', '1y', '90 d', '1.5d', '999999d', 'd'])('rejects a lifetime of %s', async lifetime => {
    await sojourn('user add anna')
    const { code, err, out } = await sojourn(`token create --user anna --expires '${lifetime}'`)
    expect([code === 0, out]).toEqual([false, ''])
    expect(err).toContain('12h, 90d, 8w')
  })

  it('requires an existing user', async () => {
    expect((await sojourn('token create --user nobody')).err).toContain("There is no user 'nobody'")
  })
})

describe('sojourn project', () => {
  it('restricts a project and opens it again', async () => {
    await sojourn('user add anna --group Personnel')
    expect((await sojourn('project list')).out).toMatch(/^WEB +Web Shop +everybody \(default for new projects\)\n$/)
    expect((await sojourn('project restrict web --group personnel --user ANNA')).out).toBe(
      'Project WEB may be browsed by: administrators, group Personnel, user anna.\n',
    )
    expect((await sojourn('project list')).out).toContain('administrators, group Personnel, user anna')
    expect((await sojourn('project restrict WEB')).out).toBe('Project WEB may be browsed by: administrators.\n')
    expect((await sojourn('project open WEB')).out).toBe('Project WEB may be browsed by everybody.\n')
    expect((await sojourn('project list')).out).toContain('everybody')
  })

  it('shows who may see a new project in mode tokens under the settings, until it is configured', async () => {
    await workspace.close()
    const own = { open: testContext().open }
    const list = async (env = {}) => (await sojourn(`project list --store ${store}`, { env, ...own })).out
    for (const access of [{}, { SOJOURN_ACCESS: 'open' }, { SOJOURN_ACCESS: 'tokens' }]) {
      expect(await list(access)).toContain('administrators (default for new projects)')
      expect(await list({ ...access, SOJOURN_NEW_PROJECTS: 'open' })).toContain('everybody (default for new projects)')
    }
    await sojourn(`project open WEB --store ${store}`, own)
    expect(await list()).toMatch(/^WEB +Web Shop +everybody\n$/)
  })

  it('suggests names for an unknown project, group or user, and changes nothing', async () => {
    await sojourn('user add anna --group personnel')
    expect((await sojourn('project restrict WEP')).err).toContain("There is no project 'WEP'. Did you mean 'WEB'?")
    expect((await sojourn('project restrict WEB --group personel')).err).toContain("Did you mean 'personnel'?")
    expect((await sojourn('project restrict WEB --user ana')).err).toContain("Did you mean 'anna'?")
    expect((await sojourn('project open WEP')).err).toContain("There is no project 'WEP'")
    expect((await sojourn('project list')).out).toContain('everybody')
  })
})

describe('sojourn serve', () => {
  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.7',
    'reports.example.org',
    '128.0.0.1',
    '127.0.0.1.example.org',
    'localhost.example.org',
  ])('rejects open access on %s, and explains how to set up access', async host => {
    for (const command of ['serve', 'start']) {
      const { code, out, err } = await sojourn(`${command} --host ${host}`, { startServer: never })
      expect([command, code, out]).toEqual([command, 2, ''])
      expect(err).toContain('sojourn user add YOU --group administrators\n')
      expect(err).toContain('sojourn token create --user YOU\n')
      expect(err).toContain(`sojourn serve --access tokens --host ${host}`)
      expect(err).toContain('everyone who can reach the server has access to everything')
    }
  })

  it.each([
    ...['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1'].map(host => `--host ${host}`),
    ...['0.0.0.0', '::', 'reports.example.org'].map(host => `--host ${host} --access tokens`),
    '--host 0.0.0.0 --access TOKENS',
  ])('serves with %s', async options => {
    const started: string[] = []
    const context = testContext({
      ...sharing(workspace),
      startServer: async (_, { host, access }) => {
        started.push(`${access} on ${host}`)
        context.stop()
        return { port: 8080, stop: async () => {} }
      },
    })
    expect(await run(['serve', ...options.split(' ')], context)).toBe(0)
    expect(started).toHaveLength(1)
  })
})

function never(): never {
  throw new Error('a server was started')
}
