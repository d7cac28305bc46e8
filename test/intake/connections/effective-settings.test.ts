import { describe, expect, it } from 'vitest'
import { effectiveSettings, readSettingChanges } from '../../../src/intake/connections/effective-settings.ts'

describe('the settings of a connection', () => {
  it('are those of commands, else of the file, else the defaults of the product', () => {
    const file = { jira: { everySeconds: 120, concurrency: 8 }, other: { batchIssues: 7 } }
    const { values, origins } = effectiveSettings('jira', 'server', { everySeconds: '600' }, file)
    expect(values).toMatchObject({ everySeconds: 600, concurrency: 8, batchIssues: 50, requestsPerSecond: 2, ca: null })
    expect(origins).toMatchObject({ everySeconds: 'command', concurrency: 'file', batchIssues: 'default' })
    expect(effectiveSettings('jira', 'cloud', {}, {}).values).toMatchObject({ batchIssues: 100, overlapSeconds: 900 })
  })

  it('ignore a value that is not allowed any more', () => {
    expect(effectiveSettings('jira', 'cloud', { everySeconds: '1' }, {}).values.everySeconds).toBe(300)
  })

  it('of a connection with the name of a property of all objects are its own', () => {
    expect(effectiveSettings('constructor', 'cloud', {}, {}).origins.everySeconds).toBe('default')
  })
})

describe('a change of settings', () => {
  it('sets values, and returns to the default', () => {
    expect(readSettingChanges(['everySeconds=600', 'ca=/etc/a=b.pem', 'proxy=default'])).toEqual({
      changes: { everySeconds: '600', ca: '/etc/a=b.pem', proxy: null },
    })
  })

  it('is rejected with all problems, without a password', () => {
    const { problems } = readSettingChanges([
      'everySeconds=1',
      'every=3',
      'concurrency',
      'proxy=http://me:canary@proxy.example.org',
    ]) as { problems: string[] }
    expect(problems).toEqual([
      "everySeconds: '1' is not allowed. Allowed: a whole number from 60 to 86400, or default.",
      expect.stringMatching(
        /^SETTING: 'every=3' is not allowed\. Allowed: NAME=VALUE, such as everySeconds=600; the names/,
      ),
      expect.stringMatching(/^SETTING: 'concurrency' is not allowed\./),
      "proxy: 'http://***@proxy.example.org' is not allowed. Allowed: an address without a user name, such as http://proxy.example.org:3128, or default.",
    ])
  })
})
