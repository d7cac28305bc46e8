import type { NewProjects } from '../access/new-projects.ts'
import { engines } from '../plan/parameters.ts'
import { oneOf } from '../plan/request-problems.ts'
import { isPatternProblem, parseDatePattern } from '../time/date-pattern.ts'
import { parseZone, type Zone } from '../time/zone.ts'
import { found, matching, type ReadSetting, refused, wholeNumber } from './read-setting.ts'

/** The log levels of pino, from the most verbose to none. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The access modes; see SettingValues.access. */
export const accessModes = ['open', 'tokens'] as const

/** The initial permissions of imported projects; see SettingValues.newProjects. */
export const projectStarts = ['open', 'restricted'] as const satisfies readonly NewProjects[]

/** When a server publishes; see SettingValues.lakePublish. */
export const publishModes = ['manual', 'changes'] as const

const switches = ['on', 'off'] as const

/** The settings of an administrator, for all commands and requests. */
export interface SettingValues {
  /** The folder of the store. */
  readonly store: string
  /** The address to listen on. */
  readonly host: string
  /** The port to listen on; 0 for a free one. */
  readonly port: number
  /** The app segment of the report URLs. */
  readonly app: string
  /** The path before `/rest` in the report URLs: empty, or a path without a trailing slash. */
  readonly basePath: string
  /**
   * The time zone of callers without their own, for the dates of their requests and responses, and of the built-in
   * calendar.
   */
  readonly timeZone: Zone
  /** The language of month and day names: a BCP 47 tag in its canonical form. */
  readonly locale: string
  /** The default pattern of dates in requests; `null` leaves it to the reports. */
  readonly dateFormat: string | null
  /** The default pattern of dates with times in requests; `null` leaves it to the reports. */
  readonly dateTimeFormat: string | null
  /** The memory limit of DuckDB, in megabytes. */
  readonly memoryMb: number
  /** The limit of temporary disk space for sorting and large responses, in megabytes. */
  readonly temporaryMb: number
  /** The number of threads of DuckDB; `null` for one per processor. */
  readonly threads: number | null
  readonly logLevel: (typeof logLevels)[number]
  /** Who has access: everybody on this machine in `open`; users with a token in `tokens`. */
  readonly access: (typeof accessModes)[number]
  /**
   * Who may browse a project for which no administrator has set permissions, in access mode `tokens`: every user, or
   * administrators only.
   */
  readonly newProjects: NewProjects
  /** Whether browsers may sign in to a remote server over plain HTTP. */
  readonly plainHttp: (typeof switches)[number]
  /** Whether the report API is enabled. */
  readonly api: (typeof switches)[number]
  /** Whether a server keeps the store in sync with its connections. */
  readonly sync: (typeof switches)[number]
  /** The folder of the lake, or its bucket as `s3://BUCKET/PREFIX`; `null` without one. */
  readonly lake: string | null
  /** When a server publishes: only by command, or also after imports, rounds and removals. */
  readonly lakePublish: (typeof publishModes)[number]
  /** The beginning of the names of schemas in Trino. */
  readonly lakeSchema: string
  /** The database of reports; see RouteDeps.engineChoice. */
  readonly engine: (typeof engines)[number]
  /** The number of stays that an aggregation must read to run on Trino, if `engine` is `auto`. */
  readonly trinoStays: number
  /** The address of the coordinator of a Trino cluster; `null` without one. */
  readonly trinoUrl: string | null
  /** The user of the cluster. */
  readonly trinoUser: string
  /** The file with the password of this user; `null` without one. */
  readonly trinoSecretFile: string | null
  /** A file with certificates of authorities to trust in addition; `null` for none. */
  readonly trinoCa: string | null
  /** The catalog that reports read. */
  readonly trinoCatalog: string
  /** The catalog through which revisions are registered. */
  readonly trinoWriterCatalog: string
  /** The address of the lake for the cluster; `null` for that of its bucket. */
  readonly trinoLake: string | null
  /** The timeout of aggregations, in seconds. */
  readonly aggregationTimeoutSeconds: number
  /** The timeout of lists and other short requests, in seconds. */
  readonly listTimeoutSeconds: number
  /** The maximum number of concurrent aggregations of one user, running or waiting. */
  readonly aggregationsPerUser: number
  /** The maximum number of concurrent lists and other short requests of one user, running or waiting. */
  readonly requestsPerUser: number
  /** The maximum number of aggregations and heavy lists that run at once. */
  readonly heavyQueries: number
  /** The maximum number of cells of a response: rows times value columns. */
  readonly maxCells: number
  /** How long the files of exports are kept, in hours. */
  readonly exportKeepHours: number
  /** The maximum size of all files of exports together, in megabytes. */
  readonly exportQuotaMb: number
  /** The maximum number of reports that a user shares. */
  readonly sharedReportsPerUser: number
  /** The maximum size of a shared report, in kilobytes. */
  readonly sharedReportKb: number
  /** The maximum size of a request body, in megabytes. */
  readonly bodyMb: number
  /** The maximum number of concurrent connections. */
  readonly maxConnections: number
}

/** The name of a setting in the configuration file. */
export type SettingName = keyof SettingValues

/** The sources and allowed values of a setting. */
export interface KnownSetting<T> {
  /** The environment variables, in order of increasing precedence. */
  readonly variables: readonly [string, ...string[]]
  readonly flag: `--${string}`
  /** The placeholder of its value in the help text. */
  readonly placeholder: string
  readonly description: string
  /** Its JSON type in the file. */
  readonly json: 'string' | 'number'
  /** The allowed values, as the end of a sentence. */
  readonly allowed: string
  readonly read: (text: string) => ReadSetting<T>
}

const CATALOG_NAMES = 'lower-case letters, digits and _'

/** All settings, in display order. */
export const knownSettings: { readonly [N in SettingName]: KnownSetting<SettingValues[N]> } = {
  store: {
    variables: ['SOJOURN_STORE'],
    flag: '--store',
    placeholder: '<dir>',
    json: 'string',
    description: 'the folder of the store',
    allowed: 'the path of a folder',
    read: text => (text.trim() === '' || text.includes('\0') ? refused() : { value: text }),
  },
  host: {
    variables: ['SOJOURN_HOST'],
    flag: '--host',
    placeholder: '<address>',
    json: 'string',
    description: 'the address to listen on; 0.0.0.0 for all',
    allowed: 'an address or a name of this machine, such as 127.0.0.1',
    read: text => matching(text, isHost(text)),
  },
  port: {
    variables: ['PORT', 'SOJOURN_PORT'],
    flag: '--port',
    placeholder: '<number>',
    json: 'number',
    description: 'the port to listen on, 0 for a free one',
    allowed: 'a whole number from 0 to 65535',
    read: text => wholeNumber(text, 0, 65_535),
  },
  app: {
    variables: ['SOJOURN_APP'],
    flag: '--app',
    placeholder: '<name>',
    json: 'string',
    description: 'the app segment of the report URLs',
    allowed: 'letters, digits and . _ ~ -',
    read: text => matching(text, isSegment(text)),
  },
  basePath: {
    variables: ['SOJOURN_BASE_PATH'],
    flag: '--base-path',
    placeholder: '<path>',
    json: 'string',
    description: 'the path before /rest in the report URLs',
    allowed: 'a path such as /jira',
    read: readBasePath,
  },
  timeZone: {
    variables: ['SOJOURN_TIME_ZONE'],
    flag: '--time-zone',
    placeholder: '<zone>',
    json: 'string',
    description: "the zone of dates and of the built-in calendar; this machine's, if it is not set",
    allowed: 'an IANA name such as Europe/Berlin, or an offset such as +02:00',
    read: text => found(parseZone(text)),
  },
  locale: {
    variables: ['SOJOURN_LOCALE'],
    flag: '--locale',
    placeholder: '<tag>',
    json: 'string',
    description: 'the language of month and day names',
    allowed: 'a language tag such as en-US or de-DE',
    read: readLocale,
  },
  dateFormat: {
    variables: ['SOJOURN_DATE_FORMAT'],
    flag: '--date-format',
    placeholder: '<pattern>',
    json: 'string',
    description: 'the default pattern of dates in reports',
    allowed: 'a date pattern such as yyyy-MM-dd',
    read: readPattern,
  },
  dateTimeFormat: {
    variables: ['SOJOURN_DATE_TIME_FORMAT'],
    flag: '--date-time-format',
    placeholder: '<pattern>',
    json: 'string',
    description: 'the default pattern of dates with times in reports',
    allowed: 'a date pattern such as yyyy-MM-dd HH:mm',
    read: readPattern,
  },
  memoryMb: {
    variables: ['SOJOURN_MEMORY_MB'],
    flag: '--memory-mb',
    placeholder: '<number>',
    json: 'number',
    description: 'the memory limit of DuckDB, in megabytes',
    allowed: 'a whole number from 64 to 1048576',
    read: text => wholeNumber(text, 64, 1_048_576),
  },
  temporaryMb: {
    variables: ['SOJOURN_TEMPORARY_MB'],
    flag: '--temporary-mb',
    placeholder: '<number>',
    json: 'number',
    description: 'the limit of temporary disk space for sorting and large responses, in megabytes',
    allowed: 'a whole number from 64 to 1048576',
    read: text => wholeNumber(text, 64, 1_048_576),
  },
  threads: {
    variables: ['SOJOURN_THREADS'],
    flag: '--threads',
    placeholder: '<number>',
    json: 'number',
    description: 'the number of threads of DuckDB; one per processor, if it is not set',
    allowed: 'a whole number from 1 to 1024',
    read: text => wholeNumber(text, 1, 1024),
  },
  logLevel: {
    variables: ['LOG_LEVEL'],
    flag: '--log-level',
    placeholder: '<level>',
    json: 'string',
    description: 'how much the server logs',
    allowed: oneOf(logLevels),
    read: text => found(logLevels.find(level => level === text.toLowerCase())),
  },
  access: {
    variables: ['SOJOURN_ACCESS'],
    flag: '--access',
    placeholder: '<mode>',
    json: 'string',
    description: 'who has access: everybody on this machine (open), or users with a token (tokens)',
    allowed: oneOf(accessModes),
    read: text => found(accessModes.find(mode => mode === text.toLowerCase())),
  },
  newProjects: {
    variables: ['SOJOURN_NEW_PROJECTS'],
    flag: '--new-projects',
    placeholder: '<start>',
    json: 'string',
    description: 'who may see a new project: every user (open), or administrators only (restricted)',
    allowed: oneOf(projectStarts),
    read: text => found(projectStarts.find(start => start === text.toLowerCase())),
  },
  plainHttp: {
    variables: ['SOJOURN_PLAIN_HTTP'],
    flag: '--plain-http',
    placeholder: '<switch>',
    json: 'string',
    description: 'whether browsers may sign in over plain HTTP from other machines',
    allowed: oneOf(switches),
    read: text => found(switches.find(one => one === text.toLowerCase())),
  },
  api: {
    variables: ['SOJOURN_API'],
    flag: '--api',
    placeholder: '<switch>',
    json: 'string',
    description: 'whether the report API is enabled',
    allowed: oneOf(switches),
    read: text => found(switches.find(one => one === text.toLowerCase())),
  },
  sync: {
    variables: ['SOJOURN_SYNC'],
    flag: '--sync',
    placeholder: '<switch>',
    json: 'string',
    description: 'whether the server keeps the store in sync with its connections',
    allowed: oneOf(switches),
    read: text => found(switches.find(one => one === text.toLowerCase())),
  },
  lake: {
    variables: ['SOJOURN_LAKE'],
    flag: '--lake',
    placeholder: '<place>',
    json: 'string',
    description: 'the folder or bucket to which the store is published as Parquet files',
    allowed: 'the path of a folder, or s3://BUCKET/PREFIX',
    read: readPlace,
  },
  lakePublish: {
    variables: ['SOJOURN_LAKE_PUBLISH'],
    flag: '--lake-publish',
    placeholder: '<when>',
    json: 'string',
    description: 'when the server publishes: by command only (manual), or after each change too (changes)',
    allowed: oneOf(publishModes),
    read: text => found(publishModes.find(mode => mode === text.toLowerCase())),
  },
  lakeSchema: {
    variables: ['SOJOURN_LAKE_SCHEMA'],
    flag: '--lake-schema',
    placeholder: '<name>',
    json: 'string',
    description: 'the beginning of the names of schemas in Trino',
    allowed: 'a lower-case letter, then lower-case letters and digits',
    read: text => matching(text, /^[a-z][a-z0-9]{0,30}$/.test(text)),
  },
  engine: {
    variables: ['SOJOURN_ENGINE'],
    flag: '--engine',
    placeholder: '<name>',
    json: 'string',
    description: 'the database of reports: the store (duckdb), Trino (trino), or by size (auto)',
    allowed: oneOf(engines),
    read: text => found(engines.find(one => one === text.toLowerCase())),
  },
  trinoStays: {
    variables: ['SOJOURN_TRINO_STAYS'],
    flag: '--trino-stays',
    placeholder: '<number>',
    json: 'number',
    description: 'the number of stays that an aggregation must read to run on Trino',
    allowed: 'a whole number from 0 to 1000000000000',
    read: text => wholeNumber(text, 0, 1_000_000_000_000),
  },
  trinoUrl: {
    variables: ['SOJOURN_TRINO_URL'],
    flag: '--trino-url',
    placeholder: '<url>',
    json: 'string',
    description: 'the address of the coordinator of a Trino cluster',
    allowed: 'an address such as https://trino.example.org:8443',
    read: readHttpUrl,
  },
  trinoUser: {
    variables: ['SOJOURN_TRINO_USER'],
    flag: '--trino-user',
    placeholder: '<name>',
    json: 'string',
    description: 'the user of the cluster',
    allowed: 'a name without spaces and colons',
    read: text => matching(text, /^[\x21-\x39\x3b-\x7e]+$/.test(text)),
  },
  trinoSecretFile: {
    variables: ['SOJOURN_TRINO_SECRET_FILE'],
    flag: '--trino-secret-file',
    placeholder: '<file>',
    json: 'string',
    description: 'the file with the password of this user',
    allowed: 'the path of a file',
    read: text => (text.trim() === '' || text.includes('\0') ? refused() : { value: text }),
  },
  trinoCa: {
    variables: ['SOJOURN_TRINO_CA'],
    flag: '--trino-ca',
    placeholder: '<file>',
    json: 'string',
    description: 'a file with certificates of authorities to trust in addition, for the cluster',
    allowed: 'the path of a file in PEM',
    read: text => (text.trim() === '' || text.includes('\0') ? refused() : { value: text }),
  },
  trinoCatalog: {
    variables: ['SOJOURN_TRINO_CATALOG'],
    flag: '--trino-catalog',
    placeholder: '<name>',
    json: 'string',
    description: 'the catalog that reports read',
    allowed: CATALOG_NAMES,
    read: text => matching(text, isCatalog(text)),
  },
  trinoWriterCatalog: {
    variables: ['SOJOURN_TRINO_WRITER_CATALOG'],
    flag: '--trino-writer-catalog',
    placeholder: '<name>',
    json: 'string',
    description: 'the catalog through which revisions are registered',
    allowed: CATALOG_NAMES,
    read: text => matching(text, isCatalog(text)),
  },
  trinoLake: {
    variables: ['SOJOURN_TRINO_LAKE'],
    flag: '--trino-lake',
    placeholder: '<address>',
    json: 'string',
    description: 'the address of the lake for the cluster; that of the bucket, if it is not set',
    allowed: 'an address such as s3://bucket/lake or local:///lake',
    read: text => matching(text, /^[a-z0-9]+:\/\/[\w.=/-]*$/.test(text)),
  },
  aggregationTimeoutSeconds: {
    variables: ['SOJOURN_AGGREGATION_TIMEOUT_SECONDS'],
    flag: '--aggregation-timeout-seconds',
    placeholder: '<number>',
    json: 'number',
    description: 'the timeout of aggregations, in seconds',
    allowed: 'a whole number from 1 to 86400',
    read: text => wholeNumber(text, 1, 86_400),
  },
  listTimeoutSeconds: {
    variables: ['SOJOURN_LIST_TIMEOUT_SECONDS'],
    flag: '--list-timeout-seconds',
    placeholder: '<number>',
    json: 'number',
    description: 'the timeout of lists and other short requests, in seconds',
    allowed: 'a whole number from 1 to 86400',
    read: text => wholeNumber(text, 1, 86_400),
  },
  aggregationsPerUser: {
    variables: ['SOJOURN_AGGREGATIONS_PER_USER'],
    flag: '--aggregations-per-user',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum number of aggregations of one user, running or waiting',
    allowed: 'a whole number from 1 to 1000',
    read: text => wholeNumber(text, 1, 1000),
  },
  requestsPerUser: {
    variables: ['SOJOURN_REQUESTS_PER_USER'],
    flag: '--requests-per-user',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum number of lists and other short requests of one user, running or waiting',
    allowed: 'a whole number from 1 to 100000',
    read: text => wholeNumber(text, 1, 100000),
  },
  heavyQueries: {
    variables: ['SOJOURN_HEAVY_QUERIES'],
    flag: '--heavy-queries',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum number of aggregations and heavy lists that run at once',
    allowed: 'a whole number from 1 to 64',
    read: text => wholeNumber(text, 1, 64),
  },
  maxCells: {
    variables: ['SOJOURN_MAX_CELLS'],
    flag: '--max-cells',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum number of cells of a response: rows times value columns',
    allowed: 'a whole number from 1000 to 1000000000',
    read: text => wholeNumber(text, 1000, 1000000000),
  },
  exportKeepHours: {
    variables: ['SOJOURN_EXPORT_KEEP_HOURS'],
    flag: '--export-keep-hours',
    placeholder: '<number>',
    json: 'number',
    description: 'how long the files of exports are kept, in hours',
    allowed: 'a whole number from 1 to 720',
    read: text => wholeNumber(text, 1, 720),
  },
  exportQuotaMb: {
    variables: ['SOJOURN_EXPORT_QUOTA_MB'],
    flag: '--export-quota-mb',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum size of all files of exports together, in megabytes',
    allowed: 'a whole number from 1 to 10000000',
    read: text => wholeNumber(text, 1, 10_000_000),
  },
  sharedReportsPerUser: {
    variables: ['SOJOURN_SHARED_REPORTS_PER_USER'],
    flag: '--shared-reports-per-user',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum number of saved reports that one user shares',
    allowed: 'a whole number from 1 to 500',
    read: text => wholeNumber(text, 1, 500),
  },
  sharedReportKb: {
    variables: ['SOJOURN_SHARED_REPORT_KB'],
    flag: '--shared-report-kb',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum size of a shared report, in kilobytes',
    allowed: 'a whole number from 1 to 10000',
    read: text => wholeNumber(text, 1, 10_000),
  },
  bodyMb: {
    variables: ['SOJOURN_BODY_MB'],
    flag: '--body-mb',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum size of a request body, in megabytes',
    allowed: 'a whole number from 1 to 64',
    read: text => wholeNumber(text, 1, 64),
  },
  maxConnections: {
    variables: ['SOJOURN_MAX_CONNECTIONS'],
    flag: '--max-connections',
    placeholder: '<number>',
    json: 'number',
    description: 'the maximum number of concurrent connections',
    allowed: 'a whole number from 1 to 100000',
    read: text => wholeNumber(text, 1, 100_000),
  },
}

/** The names of all settings, in display order. */
export const settingNames = Object.keys(knownSettings) as readonly SettingName[]

/** Returns the default settings. */
export function defaultSettings(machineZone: Zone): SettingValues {
  return {
    store: './sojourn-data',
    host: '127.0.0.1',
    port: 8080,
    app: 'tis',
    basePath: '',
    timeZone: machineZone,
    locale: 'en-US',
    dateFormat: null,
    dateTimeFormat: null,
    memoryMb: 384,
    temporaryMb: 10_240,
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
    exportKeepHours: 24,
    exportQuotaMb: 10_240,
    sharedReportsPerUser: 200,
    sharedReportKb: 100,
    bodyMb: 8,
    maxConnections: 1000,
  }
}

/** Returns whether a server with this host accepts connections from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
}

/**
 * Returns whether a text looks like a host name, an IPv4 address or an IPv6 address (with at least two colons). Binding
 * to it later shows whether it exists.
 */
function isHost(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(text) || /^[\da-f.]*:[\da-f.]*:[\da-f.:]*(%\w+)?$/i.test(text)
}

/** Returns whether a text is a path segment. Clients remove `.` and `..` from URLs. */
function isSegment(text: string): boolean {
  return /^[\w.~-]+$/.test(text) && text !== '.' && text !== '..'
}

function isCatalog(text: string): boolean {
  return /^[a-z0-9_]+$/.test(text)
}

function readHttpUrl(text: string): ReadSetting<string> {
  if (!URL.canParse(text)) return refused()
  const { protocol, username, password, search, hash } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return matching(text, isPlain && (protocol === 'https:' || protocol === 'http:'))
}

/** Returns whether the place of a lake is a bucket, not a folder. */
export function isBucket(place: string): boolean {
  return /^s3:\/\//i.test(place)
}

function readPlace(text: string): ReadSetting<string> {
  if (text.trim() === '' || text.includes('\0')) return refused()
  return isBucket(text) ? matching(text, /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w.=/-]*)?$/.test(text)) : { value: text }
}

function readBasePath(text: string): ReadSetting<string> {
  const value = text.replace(/\/+$/, '')
  if (value === '') return { value }
  const [first, ...segments] = value.split('/')
  return first === '' && segments.every(isSegment) ? { value } : refused()
}

function readLocale(text: string): ReadSetting<string> {
  try {
    // For an unknown language the runtime would silently use the machine's.
    return found(Intl.DateTimeFormat.supportedLocalesOf(text)[0])
  } catch {
    return refused()
  }
}

function readPattern(text: string): ReadSetting<string | null> {
  if (text.trim() === '') return { value: null }
  const read = parseDatePattern(text)
  return isPatternProblem(read) ? refused(read.problem) : { value: text }
}
