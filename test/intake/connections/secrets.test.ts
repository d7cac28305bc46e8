import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../../src/intake/connections/secret.ts'
import {
  forgetSecrets,
  hookSecretFile,
  keepSecret,
  readHookSecret,
  readToken,
  tokenPath,
} from '../../../src/intake/connections/secret-files.ts'
import { temporaryFolder } from '../../edge/http/small-tracker.ts'

const CANARY = 'canary-7f3a'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(() => folder.forget())

describe('a secret', () => {
  it('is shown nowhere', () => {
    const secret = new Secret(CANARY)
    const shown = [`${secret}`, String(secret), JSON.stringify({ secret }), inspect({ secret }), inspect([secret])]
    expect(shown.join()).not.toContain(CANARY)
    expect(JSON.stringify(secret)).toBe('"***"')
    expect(structuredClone({ ...secret })).toEqual({})
    expect(secret.reveal()).toBe(CANARY)
  })
})

describe('the token of a connection', () => {
  const place = (parts: object = {}) => ({ dir: folder.path, name: 'my-jira', tokenFile: null, env: {}, ...parts })

  it('is that of the variable, else of the named file, else of the file in the store', async () => {
    const tokenFile = join(folder.path, 'token')
    writeFileSync(tokenFile, '\uFEFFof-file\r\n')
    await keepSecret(folder.path, 'my-jira', new Secret('of-store'))
    const env = { SOJOURN_TOKEN_MY_JIRA: 'of-variable' }
    const found = async (parts: object) => {
      const { token, from } = await readToken(place(parts))
      return [token.reveal(), from]
    }
    expect(await found({ tokenFile, env })).toEqual(['of-variable', 'SOJOURN_TOKEN_MY_JIRA'])
    expect(await found({ tokenFile })).toEqual(['of-file', tokenFile])
    expect(await found({})).toEqual(['of-store', tokenPath(folder.path, 'my-jira')])
    expect(await found({ env: { SOJOURN_TOKEN_MY_JIRA: '' } })).toEqual(['of-store', expect.anything()])
  })

  it('is read by its owner only, also when the folder was open before', async () => {
    mkdirSync(join(folder.path, 'secrets'), { mode: 0o755 })
    await keepSecret(folder.path, 'my-jira', new Secret(CANARY))
    await keepSecret(folder.path, 'my-jira', new Secret(CANARY))
    expect(readFileSync(tokenPath(folder.path, 'my-jira'), 'utf8')).toBe(`${CANARY}\n`)
    expect(statSync(tokenPath(folder.path, 'my-jira')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder.path, 'secrets')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(folder.path, 'secrets'))).toEqual(['my-jira'])
  })

  it.each([
    ['a missing file', null, 'there is no such file'],
    ['an empty file', ' \n', 'it is empty'],
    ['two words', 'canary-1 canary-2', 'it is not one token'],
    ['a file that is too large', 'canary'.repeat(2000), 'it is longer than 8192 characters'],
  ])('is not found in %s, and the error does not repeat it', async (_, text, reason) => {
    const tokenFile = join(folder.path, 'token')
    if (text !== null) writeFileSync(tokenFile, text)
    const error = await readToken(place({ tokenFile })).catch(failure => failure)
    expect(error).toMatchObject({ code: 'CONNECTION_TOKEN' })
    expect(error.message).toContain(`The token of my-jira in ${tokenFile}: ${reason}`)
    expect(error.message).toContain('SOJOURN_TOKEN_MY_JIRA')
    expect(inspect(error)).not.toContain('canary')
  })

  it('is removed with the secret of webhooks', async () => {
    await keepSecret(folder.path, 'my-jira', new Secret(CANARY))
    await keepSecret(folder.path, hookSecretFile('my-jira'), new Secret('signs'))
    expect((await readHookSecret(folder.path, 'my-jira'))?.reveal()).toBe('signs')
    await forgetSecrets(folder.path, 'my-jira')
    expect(readdirSync(join(folder.path, 'secrets'))).toEqual([])
    expect(await readHookSecret(folder.path, 'my-jira')).toBeNull()
  })
})
