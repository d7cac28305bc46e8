import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorOutcomes } from '../../src/core/base/error-outcomes.ts'
import { type ErrorCode, messages } from '../../src/core/base/errors.ts'
import { run } from '../../src/edge/cli/run.ts'
import { recordedOutput, testContext } from '../edge/cli/test-context.ts'
import { demoFolder } from '../support/demo-store.ts'
import { requestedReports } from '../support/shell-commands.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const page = readFileSync(new URL('../../docs/guides/access.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
const store = join(temporaryFolder(), 'store')

/** Runs a command on the store of this file; returns its exit code and its output. */
async function sojourn(line: string): Promise<{ code: number; said: string }> {
  const said = recordedOutput()
  const context = { ...testContext({ env: { SOJOURN_STORE: store } }), out: said, err: said }
  const code = await run(line.split(' ').slice(1), context)
  return { code, said: said.text() }
}

describe('docs/guides/access.md', () => {
  beforeAll(() => demoFolder(store))

  it('has commands that work in sequence on the demo', async () => {
    const lines = blocks.flatMap(block => block.split('\n').filter(line => line.startsWith('sojourn ')))
    expect(lines).toHaveLength(10)
    for (const line of lines) expect(await sojourn(line), line).toMatchObject({ code: 0 })
    expect((await sojourn('sojourn user list')).said).toMatch(/^anna .* administrators\nben +Asia\/Tokyo/)
  })

  it('gives the length of a token, and revokes it by its id', async () => {
    await sojourn('sojourn user add cleo')
    const [said, token] = (await sojourn('sojourn token create --user cleo')).said.trimEnd().split('\n')
    expect(token).toMatch(/^sj_[\w-]{43}$/)
    const id = /^Token (\w+)/.exec(said!)![1]!
    expect(page).toMatch(new RegExp(`^sojourn token revoke \\w{${id.length}}$`, 'm'))
    expect(await sojourn(`sojourn token revoke ${id}`)).toMatchObject({ code: 0 })
  })

  it('asks for reports with a token in both ways', () => {
    const reports = blocks.flatMap(requestedReports)
    expect(reports).toHaveLength(2)
    for (const { parameters } of reports) expect(parameters).toContainEqual(['projectKey', 'WEB'])
  })

  it('gives the status of each rejection, and the message of the first one', () => {
    const documented = [...page.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, status, code]) => [code, Number(status)])
    expect(documented).toEqual(
      ['NOT_SIGNED_IN', 'FORBIDDEN', 'API_OFF'].map(code => [code, errorOutcomes[code as ErrorCode].status]),
    )
    expect(page).toContain(JSON.stringify(messages.NOT_SIGNED_IN()))
  })
})
