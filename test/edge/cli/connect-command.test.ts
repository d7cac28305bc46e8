import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { demoFolder } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import type { FakeJira } from '../../support/fake-jira/client.ts'
import { startFakeJira } from '../../support/fake-jira.js'
import { smallFolder } from '../../support/small-store.ts'
import { copyStore } from '../../support/store-template.ts'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

/** The token of the account: no output and no file but its own may have it. */
const CANARY = 'canary-4b9d2e'

let folder: ReturnType<typeof temporaryFolder>
/** The tracker of most tests, which change nothing in it. */
let shared: FakeJira
/** A folder with the store that is connected to it. */
let template: ReturnType<typeof temporaryFolder>
/** The tracker of the current test. */
let fake: FakeJira

beforeAll(async () => {
  shared = await newFake()
  fake = shared
  newFolder()
  template = folder
  expect(await connected()).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await shared.stop()
  template.forget()
})

beforeEach(() => {
  newFolder()
  fake = shared
  fake.tokens.splice(0, fake.tokens.length, ...tokens('admin'))
})

afterEach(async () => {
  if (fake !== shared) await fake.stop()
  folder.forget()
})

function newFake(): Promise<FakeJira> {
  return startFakeJira({ issues: 30, maxLog: 10, isRunning: true, now: Date.now(), tokens: tokens('admin') })
}

function newFolder(): void {
  folder = temporaryFolder()
  writeFileSync(join(folder.path, 'token'), `${CANARY}\n`)
  // The default pace would take half a second for each request.
  const fast = { requestsPerSecond: 100, concurrency: 4 }
  const settings = { connections: { jira: fast, 'my-jira': fast, b: fast } }
  writeFileSync(join(folder.path, 'sojourn.config.json'), JSON.stringify(settings))
}

/** Gives the current test a store that is connected to the shared tracker. */
function connectedBefore(): void {
  copyStore(join(template.path, 'store'), join(folder.path, 'store'))
}

function tokens(login: string) {
  return [{ secret: CANARY, login, scoped: false }]
}

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** All that the commands of a test have written. */
let written = ''

async function sojourn(args: readonly string[], parts: Partial<Environment> = {}): Promise<Ran> {
  const context = testContext({ folder: folder.path, now: () => Date.now(), ...parts })
  const code = await run([...args, '--store', join(folder.path, 'store')], context)
  written += context.out.text() + context.err.text()
  return { code, out: context.out.text(), err: context.err.text() }
}

/** Connects the fake tracker. */
function connected(...options: string[]): Promise<Ran> {
  return sojourn(['connect', 'jira', fake.url, '--name', 'jira', '--token-file', 'token', ...options])
}

describe('sojourn connect', () => {
  it('says what it found, stores the connection, and reads the issues', async () => {
    const { code, out } = await connected()
    expect(out).toContain(`Connected jira to Jira Data Center 8.20.7 at ${fake.url}\n`)
    expect(out).toMatch(/^ {2}account +Sync Account, an administrator$/m)
    expect(out).toMatch(/^ {2}zone +Europe\/Berlin$/m)
    expect(out).toMatch(/^ {2}projects +3: \w+, \w+, \w+$/m)
    expect(out).toMatch(/^ {2}permissions +tracker$/m)
    expect(out).toMatch(/^jira: read 30 issues, with \d+ requests in .* s\.$/m)
    for (const line of out.split('\n')) if (!line.includes(folder.path)) expect(line.length).toBeLessThanOrEqual(80)
    expect(code).toBe(0)
    expect((await sojourn(['info'])).out).toContain('30 issues')
    expect((await sojourn(['connections'])).out).toMatch(
      /^jira +live +data until .* +3 projects +30 issues +0 due +0 failed$/m,
    )
  })

  it('reports all problems at once, and asks no tracker', async () => {
    const args = ['connect', 'gitlab', 'http://jira.example.org', '--projects', 'a;b', '--since', 'once']
    const { code, err } = await sojourn(args)
    expect(code).toBe(2)
    expect(err.match(/^- /gm)).toHaveLength(5)
    expect(err).toContain('--name is missing.')
    expect(readdirSync(folder.path)).toEqual(['sojourn.config.json', 'token'])
  })

  it('stores nothing when the tracker rejects the token', async () => {
    fake.tokens.splice(0)
    const { code, err } = await connected()
    expect(err).toContain(`${fake.url} cannot be read: `)
    expect(err).toContain('Check the token')
    expect(code).toBe(1)
    expect(readdirSync(folder.path)).toEqual(['sojourn.config.json', 'token'])
  })

  it('stops at an account that may not administer the tracker, and names the three choices', async () => {
    fake = await newFake()
    fake.tokens.splice(0, 1, ...tokens('ann'))
    fake.tracker.addUser({ login: 'ann2' })
    for (const options of [[], ['--permissions', 'tracker']]) {
      const { code, err } = await connected(...options)
      expect(err).toContain('--permissions tracker with the token of an administrator')
      expect(err).toContain('--permissions account')
      expect(err).toContain('--permissions manual')
      expect(code).toBe(2)
    }
    expect(await connected('--permissions', 'manual', '--no-sync')).toMatchObject({ code: 0 })
  })

  it('reads the chosen projects only, and names those it does not know', async () => {
    const [first, second] = [...fake.tracker.projects.values()].map(({ key }) => key)
    const { code, err } = await connected('--projects', `${first},NIX`)
    expect(err).toMatch(/^--projects: the account cannot browse a project 'NIX'\. /)
    expect(code).toBe(2)
    expect((await connected('--projects', first!.toLowerCase())).out).toMatch(new RegExp(`projects +1: ${first}$`, 'm'))
    const { out } = await sojourn(['info'])
    expect(out).toContain(`${first}  `)
    expect(out).not.toContain(`${second}  `)
  })

  itDrawn('is refused for a name that exists, and for another tracker', async () => {
    connectedBefore()
    expect(await connected()).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is a connection 'jira' already."),
    })
    const other = await startFakeJira({ issues: 3, tokens: tokens('admin') })
    try {
      const { code, err } = await sojourn(['connect', 'jira', other.url, '--name', 'b', '--token-file', 'token'])
      expect(err).toContain(`holds the tracker ${fake.url}, not ${other.url}. Give each tracker its own --store.`)
      expect(code).toBe(1)
    } finally {
      await other.stop()
    }
  })

  itDrawn('is refused for a store with the demo', async () => {
    await demoFolder(join(folder.path, 'store'))
    const { code, err } = await connected()
    expect(err).toContain('contains the demo')
    expect(code).toBe(1)
  })

  it('refuses files of connected projects, and the demo', async () => {
    connectedBefore()
    const [issue] = [...fake.tracker.issues.values()]
    const text = smallTracker().replace(/"project":\{"id":"\d+"/g, `"project":{"id":"${issue!.project}"`)
    writeFileSync(join(folder.path, 'issues.jsonl'), text)
    const { code, err } = await sojourn(['import', join(folder.path, 'issues.jsonl')])
    expect(err).toContain('is an issue of a project that the connection jira keeps in sync')
    expect(err).toContain('sojourn connection remove jira')
    expect(code).toBe(1)
    expect(await sojourn(['demo'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('belongs to the connection jira'),
    })
  })
})

describe('sojourn sync', () => {
  itDrawn('reads what changed, and only that, and shows how many issues each project has now', async () => {
    fake = await newFake()
    await connected()
    const [first, second] = [...fake.tracker.projects.values()].map(({ key }) => key)
    fake.tracker.moveIssue(`${first}-1`, second!)
    const other = [...fake.tracker.issues.values()].find(({ key }) => key === `${first}-2`)
    fake.tracker.changeIssue(other!.key, { summary: 'Another summary' })
    expect((await sojourn(['sync', '--dry-run'])).out).toBe('jira: would read 2 issues. Nothing was changed.\n')
    expect((await sojourn(['sync', 'jira'])).out).toMatch(/^jira: read 2 issues, with/)
    const { out } = await sojourn(['connections', 'jira'])
    const shown = [...out.matchAll(/^ {2}(\w+) +holds \d+ of (\d+)/gm)].map(([, key, of]) => [key, Number(of)])
    const issues = [...fake.tracker.issues.values()].map(({ key }) => key.split('-')[0])
    const keys = [...new Set(issues)].sort()
    expect(shown).toEqual(keys.map(key => [key, issues.filter(other => other === key).length]))
    expect((await sojourn(['sync', '--full'])).out).toMatch(/^jira: read 30 issues, with/)
  })

  it('fails with the next step when the token is not valid any more, and works again with another one', async () => {
    connectedBefore()
    fake.tokens.splice(0)
    const { code, err } = await sojourn(['sync'])
    expect(code).toBe(1)
    expect(err).toContain('sojourn connection set jira --token-file FILE')
    expect((await sojourn(['connections'])).out).toContain('needs-token')
    fake.tokens.push(...tokens('admin'))
    expect(await sojourn(['connection', 'set', 'jira', '--token-file', 'token'])).toMatchObject({ code: 0 })
    expect(await sojourn(['sync'])).toMatchObject({ code: 0 })
  })

  itDrawn('fails with the reason when a project cannot be listed, although the connection is live', async () => {
    connectedBefore()
    const [project] = [...fake.tracker.projects.values()]
    const start = fake.faults.start.bind(fake.faults)
    const errorMessages = ['The project is locked.']
    // The digits of its id may also be in a time.
    const ofProject = new RegExp(`^project = "?${project!.id}\\b`)
    fake.faults.start = request =>
      request.path.endsWith('/search') && ofProject.test(new URLSearchParams(request.query).get('jql') ?? '')
        ? { answer: { status: 400, body: { errorMessages } } }
        : start(request)
    const { code, err } = await sojourn(['sync']).finally(() => {
      fake.faults.start = start
    })
    expect(err).toContain(`Project ${project!.key} could not be listed`)
    expect(err).toContain('The project is locked. The next round tries it again.')
    expect(code).toBe(1)
    expect((await sojourn(['connections', 'jira'])).out).toMatch(
      /state +live\n.*next step +The next round tries it again\./s,
    )
  })

  it('needs a connection', async () => {
    await smallFolder(join(folder.path, 'store'))
    expect(await sojourn(['sync'])).toMatchObject({ code: 2, err: expect.stringContaining('There is no connection.') })
  })
})

describe('sojourn connection', () => {
  it('pauses and resumes', async () => {
    connectedBefore()
    expect((await sojourn(['connection', 'pause', 'jira'])).out).toBe('Connection jira is paused.\n')
    expect(await sojourn(['sync', 'jira'])).toMatchObject({
      code: 1,
      err: "The connection jira is paused. Resume it with 'sojourn connection resume jira'.\n",
    })
    expect(await sojourn(['connection', 'resume', 'jira'])).toMatchObject({ code: 0 })
    expect(await sojourn(['sync', 'jira'])).toMatchObject({ code: 0 })
  })

  itDrawn('tests what the account may read', async () => {
    connectedBefore()
    const { code, out } = await sojourn(['connection', 'test', 'jira'])
    expect(out).toContain(`jira: Jira Data Center 8.20.7 at ${fake.url}\n`)
    expect(code).toBe(0)
    fake.tokens.splice(0)
    expect(await sojourn(['connection', 'test', 'jira'])).toMatchObject({ code: 1 })
  })

  itDrawn('changes settings, and rejects all problems at once', async () => {
    connectedBefore()
    const { code, err } = await sojourn(['connection', 'set', 'jira', 'everySeconds=1', 'no=3', '--permissions', 'x'])
    expect(err.match(/^- /gm)).toHaveLength(3)
    expect(code).toBe(2)
    await sojourn(['connection', 'set', 'jira', 'everySeconds=600'])
    expect((await sojourn(['connections', 'jira'])).out).toContain('everySeconds = 600 (command)')
    await sojourn(['connection', 'set', 'jira', 'everySeconds=default'])
    expect((await sojourn(['connections', 'jira'])).out).not.toContain('everySeconds')
  })

  itDrawn('is removed with its token, and on request with its issues', async () => {
    connectedBefore()
    expect(await sojourn(['connection', 'remove', 'jira'])).toMatchObject({ code: 1 })
    expect((await sojourn(['connection', 'remove', 'jira', '--yes'])).out).toContain('its issues stay in the store')
    expect((await sojourn(['info'])).out).toContain('30 issues')
    const stdin = async function* () {
      yield Buffer.from(CANARY)
    }
    await sojourn(['connect', 'jira', fake.url, '--name', 'jira', '--token-stdin'], { stdin })
    const secrets = join(folder.path, 'store', 'secrets')
    expect(readFileSync(join(secrets, 'jira'), 'utf8')).toBe(`${CANARY}\n`)
    expect((await sojourn(['info'])).out).toContain('30 issues')
    const { out } = await sojourn(['connection', 'remove', 'jira', '--yes', '--forget-issues'])
    expect(out).toBe('Removed connection jira with 30 issues.\n')
    expect(readdirSync(secrets)).toEqual([])
    expect((await sojourn(['info'])).out).toContain('  0 issues')
  })

  it('that is unknown is named, with a similar one', async () => {
    connectedBefore()
    for (const command of ['pause', 'resume', 'test', 'set', 'remove']) {
      const { code, err } = await sojourn(['connection', command, 'jria'])
      expect(err).toContain("There is no connection 'jria'. Did you mean 'jira'?")
      expect(code).toBe(2)
    }
  })
})

describe('the token of a connection', () => {
  it('is in no output, no file of the store but its own, and no backup', async () => {
    written = ''
    const stdin = async function* () {
      yield Buffer.from(`${CANARY}\n`)
    }
    await sojourn(['connect', 'jira', fake.url, '--name', 'jira', '--token-stdin'], { stdin })
    for (const args of [
      ['connections'],
      ['connections', '--json'],
      ['connections', 'jira'],
      ['connection', 'test', 'jira'],
      ['sync'],
      ['config', '--json'],
      ['info'],
    ])
      expect(await sojourn(args)).toMatchObject({ code: 0 })
    fake.tokens.splice(0)
    expect(await sojourn(['sync'])).toMatchObject({ code: 1 })
    expect(await sojourn(['connection', 'test', 'jira'])).toMatchObject({ code: 1 })
    const withToken = fake.url.replace('//', `//me:${CANARY}@`)
    expect(await sojourn(['connect', 'jira', withToken, '--name', 'b'])).toMatchObject({ code: 2 })
    await sojourn(['backup', join(folder.path, 'copy.backup')])
    expect(written).toContain('jira: read 30 issues')
    expect(written).not.toContain(CANARY)
    const holders = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
      .map(name => join(folder.path, name))
      .filter(path => statSync(path).isFile() && readFileSync(path).includes(CANARY))
    expect(holders.sort()).toEqual([join(folder.path, 'store/secrets/jira'), join(folder.path, 'token')])
    expect(statSync(join(folder.path, 'store/secrets/jira')).mode & 0o777).toBe(0o600)
  })

  it('may come from a variable', async () => {
    mkdirSync(join(folder.path, 'none'))
    const args = ['connect', 'jira', fake.url, '--name', 'my-jira', '--no-sync']
    expect(await sojourn(args)).toMatchObject({ code: 1, err: expect.stringContaining('SOJOURN_TOKEN_MY_JIRA') })
    const { code, out } = await sojourn(args, { env: { SOJOURN_TOKEN_MY_JIRA: CANARY } })
    expect(out).toMatch(/^ {2}token +SOJOURN_TOKEN_MY_JIRA$/m)
    expect(code).toBe(0)
  })
})
