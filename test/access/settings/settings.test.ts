import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  knownSettings,
  type SettingName,
  type SettingValues,
  settingNames,
} from '../../../src/access/settings/known-settings.ts'
import { readSettings, type Settings, type SettingsSources } from '../../../src/access/settings/settings.ts'
import { isUserError } from '../../../src/core/base/errors.ts'
import { parseZone } from '../../../src/core/time/zone.ts'
import { runs } from '../../support/sampling.ts'

const machineZone = parseZone('Asia/Kathmandu')!

function read(sources: Partial<SettingsSources>): Settings {
  return readSettings({ machineZone, file: null, env: {}, flags: {}, ...sources })
}

function file(json: unknown, name = 'sojourn.config.json') {
  return { name, text: typeof json === 'string' ? json : JSON.stringify(json) }
}

/** Returns the errors of invalid settings. */
function problems(sources: Partial<SettingsSources>): readonly string[] {
  try {
    read(sources)
  } catch (error) {
    if (isUserError(error, 'SETTINGS_INVALID')) return error.parameters.problems
    throw error
  }
  return []
}

describe('settings', () => {
  it('have defaults, with the zone of the machine', () => {
    const { values, origins } = read({})
    // The reference shows those that were added later.
    expect(values).toMatchObject({
      store: './sojourn-data',
      host: '127.0.0.1',
      port: 8080,
      app: 'tis',
      basePath: '',
      timeZone: { name: 'Asia/Kathmandu' },
      locale: 'en-US',
      dateFormat: null,
      dateTimeFormat: null,
      memoryMb: 384,
      threads: null,
      logLevel: 'info',
      access: 'open',
      newProjects: 'restricted',
      plainHttp: 'off',
      api: 'on',
      sync: 'on',
      lake: null,
      lakePublish: 'manual',
      lakeSchema: 'sojourn',
      engine: 'auto',
      trinoStays: 50_000_000,
      trinoUrl: null,
      trinoUser: 'sojourn',
      trinoSecretFile: null,
      trinoCa: null,
      trinoCatalog: 'lake',
      trinoWriterCatalog: 'lake_writer',
      trinoLake: null,
      aggregationTimeoutSeconds: 60,
      listTimeoutSeconds: 30,
      aggregationsPerUser: 3,
      requestsPerUser: 100,
      heavyQueries: 2,
      maxCells: 10_000_000,
      temporaryMb: 10_240,
      exportKeepHours: 24,
      exportQuotaMb: 10_240,
      sharedReportsPerUser: 200,
      sharedReportKb: 100,
      bodyMb: 8,
      maxConnections: 1000,
    })
    for (const name of settingNames) expect(origins[name]).toEqual({ source: 'default' })
  })

  it('come from flags, or else from the environment, or else from the file', () => {
    const all = { file: file({ port: 1, app: 'a', host: 'a' }), env: { SOJOURN_PORT: '2', SOJOURN_APP: 'b' } }
    const { values, origins } = read({ ...all, flags: { port: '3' } })
    expect([values.host, values.app, values.port]).toEqual(['a', 'b', 3])
    expect([origins.host, origins.app, origins.port]).toEqual([
      { source: 'file', name: 'sojourn.config.json' },
      { source: 'environment', name: 'SOJOURN_APP' },
      { source: 'flag', name: '--port' },
    ])
  })

  const texts: { readonly [N in SettingName]?: readonly [string, SettingValues[N]] } = {
    store: ['/var/lib/sojourn', '/var/lib/sojourn'],
    host: ['::', '::'],
    app: ['x-1.2~', 'x-1.2~'],
    basePath: ['/jira/main/', '/jira/main'],
    timeZone: ['europe/berlin', { name: 'Europe/Berlin' }],
    locale: ['de-de', 'de-DE'],
    dateFormat: ['yyyy-MM-dd', 'yyyy-MM-dd'],
    dateTimeFormat: ["HH 'h'", "HH 'h'"],
    lake: ['/srv/lake', '/srv/lake'],
    lakeSchema: ['tis2', 'tis2'],
    trinoUrl: ['https://trino.example.org:8443', 'https://trino.example.org:8443'],
    trinoUser: ['sojourn@example.org', 'sojourn@example.org'],
    trinoSecretFile: ['/run/secrets/trino', '/run/secrets/trino'],
    trinoCa: ['/etc/ssl/cluster.pem', '/etc/ssl/cluster.pem'],
    trinoCatalog: ['lake_1', 'lake_1'],
    trinoWriterCatalog: ['writer', 'writer'],
    trinoLake: ['local:///lake', 'local:///lake'],
  }

  /** Returns a valid text of a setting, and its value: the least number, or the last choice in capitals. */
  function exampleOf(name: SettingName): readonly [string, unknown] {
    const { json, allowed } = knownSettings[name]
    if (texts[name]) return texts[name]
    if (json === 'number') return [/from (\d+)/.exec(allowed)![1]!, Number(/from (\d+)/.exec(allowed)![1])]
    const last = / or (\w+)$/.exec(allowed)?.[1]
    return last === undefined ? [allowed, allowed] : [last.toUpperCase(), last]
  }

  it.each(settingNames)('%s may come from each of the three sources', name => {
    const [text, value] = exampleOf(name)
    const { json, variables } = knownSettings[name]
    expect(read({ file: file({ [name]: json === 'number' ? Number(text) : text }) }).values[name]).toEqual(value)
    for (const variable of variables) expect(read({ env: { [variable]: text } }).values[name]).toEqual(value)
    expect(read({ flags: { [name]: text } }).values[name]).toEqual(value)
  })

  it('accept the least and the largest number that they name', () => {
    for (const name of settingNames) {
      const [, ...bounds] = /from (\d+) to (\d+)$/.exec(knownSettings[name].allowed) ?? []
      for (const bound of bounds) expect(read({ flags: { [name]: bound } }).values[name], name).toBe(Number(bound))
    }
  })

  it.each([
    ['store', ' '],
    ['store', 'a\0b'],
    ['lake', ' '],
    ['lakeSchema', 'a_b'],
    ['engine', 'spark'],
    ['trinoStays', '-1'],
    ['trinoUrl', 'trino:8080'],
    ['trinoUrl', 'https://user:password@trino'],
    ['trinoUser', 'a:b'],
    ['trinoCatalog', 'lake; drop'],
    ['trinoLake', "s3://x'"],
    ['lake', 's3://'],
    ['lake', 's3://My Bucket/x'],
    ['host', 'my host'],
    ['host', '[::1]'],
    ['host', 'localhost:80'],
    ['host', 'http://localhost'],
    ['port', '65536'],
    ['port', '-1'],
    ['port', '80.5'],
    ['port', '0x50'],
    ['app', 'a/b'],
    ['app', '..'],
    ['basePath', 'jira'],
    ['basePath', '/a//b'],
    ['basePath', '/../a'],
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', '+25:00'],
    ['locale', 'de_DE'],
    ['locale', 'not a tag'],
    ['locale', 'tlh'],
    ['dateFormat', 'yyyy-bb'],
    ['dateTimeFormat', "HH 'h"],
    ['memoryMb', '63'],
    ['memoryMb', '512MB'],
    ['threads', '0'],
    ['threads', '1025'],
    ['logLevel', 'verbose'],
    ['access', 'closed'],
    ['api', 'true'],
    ['aggregationTimeoutSeconds', '0'],
    ['aggregationTimeoutSeconds', '86401'],
    ['aggregationTimeoutSeconds', '1m'],
    ['listTimeoutSeconds', '0'],
    ['listTimeoutSeconds', '86401'],
    ['aggregationsPerUser', '0'],
    ['aggregationsPerUser', '1001'],
    ['newProjects', 'closed'],
    ['plainHttp', 'yes'],
    ['exportKeepHours', '0'],
    ['exportKeepHours', '721'],
    ['exportQuotaMb', '0'],
    ['exportQuotaMb', '10000001'],
    ['bodyMb', '0'],
    ['bodyMb', '65'],
    ['maxConnections', '0'],
    ['maxConnections', '100001'],
  ] as const)('refuse %s %j, and say what is wrong with it', (name, text) => {
    const [problem, ...others] = problems({ flags: { [name]: text } })
    expect(others).toEqual([])
    expect(problem!.startsWith(`${knownSettings[name].flag}: '${text}' is not allowed`)).toBe(true)
    expect(problem).toMatch(/\. Allowed: .+\.$|: The quote at character 4 has no end\.$/)
  })

  it('report all errors at once, including those in overridden values', () => {
    expect(
      problems({
        file: file({ prot: 80, port: '80', timezone: 'UTC', dateFormat: 7, locale: null, colour: 'red' }),
        env: { PORT: 'http', SOJOURN_TIME_ZONE: 'Mars' },
        flags: { port: '90', app: 'a b' },
      }),
    ).toEqual([
      "sojourn.config.json: 'prot' is not a setting. Did you mean 'port'?",
      'sojourn.config.json: port: "80" is not allowed. Allowed: a whole number from 0 to 65535, without quotes.',
      "sojourn.config.json: 'timezone' is not a setting. Did you mean 'timeZone'?",
      'sojourn.config.json: dateFormat: 7 is not allowed. Allowed: a date pattern such as yyyy-MM-dd, in quotes.',
      'sojourn.config.json: locale: null is not allowed. Allowed: a language tag such as en-US or de-DE, in quotes.',
      `sojourn.config.json: 'colour' is not a setting. Settings: ${settingNames.join(', ')}, connections.`,
      "PORT: 'http' is not allowed. Allowed: a whole number from 0 to 65535.",
      "SOJOURN_TIME_ZONE: 'Mars' is not allowed. Allowed: an IANA name such as Europe/Berlin, or an offset such as +02:00.",
      "--app: 'a b' is not allowed. Allowed: letters, digits and . _ ~ -.",
    ])
  })

  it('reject a file that is not a JSON object or cannot be read', () => {
    expect(problems({ file: file('{"port": 80') })).toEqual([
      expect.stringMatching(/^sojourn\.config\.json: is not JSON/),
    ])
    for (const text of ['[]', 'null', '8080'])
      expect(problems({ file: file(text) })).toEqual([expect.stringContaining('is not an object of settings')])
    expect(problems({ file: { name: 'x.json', unreadable: 'permission is denied' }, env: { PORT: 'x' } })).toEqual([
      'x.json: cannot be read: permission is denied.',
      expect.stringMatching(/^PORT: /),
    ])
  })

  it('do not confuse properties of Object.prototype for settings', () => {
    for (const key of ['__proto__', 'constructor', 'toString'])
      expect(problems({ file: file(`{"${key}": "x"}`) })).toEqual([
        expect.stringContaining(`'${key}' is not a setting.`),
      ])
  })

  it.each(['::1', '::', 'fe80::1%eth0', '::ffff:10.0.0.1', '0.0.0.0', 'localhost', 'app-1.example.org'])(
    'accept the host %s',
    host => {
      expect(read({ flags: { host } }).values.host).toBe(host)
    },
  )

  it('accept a byte order mark', () => {
    expect(read({ file: file('\uFEFF{"port": 81}') }).values.port).toBe(81)
  })

  it('prefer SOJOURN_PORT to PORT', () => {
    const { values, origins } = read({ env: { SOJOURN_PORT: '81', PORT: '82' } })
    expect([values.port, origins.port]).toEqual([81, { source: 'environment', name: 'SOJOURN_PORT' }])
  })

  it('treat an empty variable as not set', () => {
    const env = Object.fromEntries(settingNames.flatMap(name => knownSettings[name].variables.map(one => [one, ''])))
    expect(read({ env })).toEqual(read({}))
    expect(read({ env, file: file({ dateFormat: 'yyyy' }) }).values.dateFormat).toBe('yyyy')
  })

  it('treat an empty date format as none, even if it overrides another one', () => {
    const flags = { dateFormat: '', dateTimeFormat: ' ' }
    const { values, origins } = read({ file: file({ dateFormat: 'yyyy', dateTimeFormat: 'HH' }), flags })
    expect([values.dateFormat, values.dateTimeFormat]).toEqual([null, null])
    expect(origins.dateFormat).toEqual({ source: 'flag', name: '--date-format' })
    expect(read({ file: file({ dateFormat: '' }) }).values.dateFormat).toBeNull()
  })

  it('resolve the store folder relative to the folder of the file', () => {
    const store = (path: string, name?: string) => read({ file: file({ store: path }, name) }).values.store
    expect(store('./data', '/etc/sojourn/a.json')).toBe('/etc/sojourn/data')
    expect(store('../data', '/etc/sojourn/a.json')).toBe('/etc/data')
    expect(store('/data', '/etc/sojourn/a.json')).toBe('/data')
    expect(read({ file: file({}, '/etc/a.json'), env: { SOJOURN_STORE: './data' } }).values.store).toBe('./data')
  })

  it('are accepted, or rejected with their names, for any input', () => {
    const anything = fc.record(
      Object.fromEntries(settingNames.map(name => [name, fc.string({ unit: 'binary', maxLength: 12 })])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anything, flags => {
        const wrong = problems({ flags })
        const { values } = wrong.length === 0 ? read({ flags }) : { values: defaultSettings(machineZone) }
        expect(Object.keys(values)).toEqual(settingNames)
        for (const problem of wrong) expect(problem).toMatch(/^--[a-z-]+: '/)
      }),
      runs(100),
    )
  })
})

describe('the settings of connections in the file', () => {
  const inFile = (connections: unknown) => ({ file: file({ connections }) })

  it('are read by the name of the connection', () => {
    const { connections } = read(inFile({ jira: { everySeconds: 600, ca: 'authority.pem' }, other: {} }))
    expect(connections).toEqual({ jira: { everySeconds: 600, ca: 'authority.pem' }, other: {} })
    expect(read({}).connections).toEqual({})
  })

  it('resolve a file relative to the folder of the settings', () => {
    const text = { connections: { jira: { ca: 'authority.pem' } } }
    expect(read({ file: file(text, '/etc/sojourn/a.json') }).connections.jira).toEqual({
      ca: '/etc/sojourn/authority.pem',
    })
  })

  it('are rejected all at once, each with its place, its value and what is allowed', () => {
    expect(
      problems(
        inFile({
          jira: { everySeconds: 59, everySecond: 60, concurrency: '4', proxy: 'http://me:secret@proxy.example.org' },
          other: 3,
        }),
      ),
    ).toEqual([
      "sojourn.config.json: connections.jira.everySeconds: '59' is not allowed. Allowed: a whole number from 60 to 86400.",
      "sojourn.config.json: connections.jira: 'everySecond' is not a setting. Did you mean 'everySeconds'?",
      'sojourn.config.json: connections.jira.concurrency: "4" is not allowed. Allowed: a whole number from 1 to 32, without quotes.',
      "sojourn.config.json: connections.jira.proxy: 'http://***@proxy.example.org' is not allowed. Allowed: an address without a user name, such as http://proxy.example.org:3128.",
      'sojourn.config.json: connections.other: 3 is not allowed. Allowed: its settings: {"jira": {"everySeconds": 600}}.',
    ])
    expect(problems(inFile([]))).toEqual([
      'sojourn.config.json: connections: [] is not allowed. Allowed: settings by connection: {"jira": {"everySeconds": 600}}.',
    ])
  })
})
