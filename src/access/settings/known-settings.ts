import { UTC, type Zone } from '../../core/time/zone.ts'
import { engines } from '../../store/plan/parameters.ts'
import type { NewProjects } from '../permissions/new-projects.ts'
import { choice, numeric, type Setting, setting } from './setting-kinds.ts'
import {
  basePath,
  datePattern,
  hostText,
  httpUrl,
  isBucket,
  lakePlace,
  localeText,
  matching,
  pathText,
  segmentText,
  zoneText,
} from './setting-values.ts'

/** The log levels of pino, from the most verbose to none. */
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const accessModes = ['open', 'tokens'] as const

const projectStarts = ['open', 'restricted'] as const satisfies readonly NewProjects[]

const publishModes = ['manual', 'changes'] as const

const switches = ['on', 'off'] as const

const CATALOG_NAMES = 'lower-case letters, digits and _'

const catalogName = matching(text => /^[a-z0-9_]+$/.test(text))

/**
 * The settings of an administrator, for all commands and requests, in display order. From this object come the types of
 * the values, their validation, the flags and their help, and docs/reference/settings.md.
 */
const settings = {
  store: setting('store', pathText, './sojourn-data', {
    placeholder: '<dir>',
    allowed: 'the path of a folder',
    isPath: () => true,
    description: 'the folder of the store',
    reference: `is the folder of the store. In the file, a relative path is relative to the folder of the file, otherwise to the
      current folder.`,
  }),
  host: setting('server', hostText, '127.0.0.1', {
    placeholder: '<address>',
    allowed: 'an address or a name of this machine, such as 127.0.0.1',
    description: 'the address to listen on; 0.0.0.0 for all',
    reference: `is the address or host name to listen on; \`0.0.0.0\` means all addresses of the machine.`,
  }),
  port: numeric('server', 0, 65_535, 8080, {
    variables: ['PORT', 'SOJOURN_PORT'],
    description: 'the port to listen on, 0 for a free one',
    reference: `is the port to listen on, {range}; 0 selects a free one. \`SOJOURN_PORT\` overrides \`PORT\`. In
      Kubernetes a service named sojourn sets \`SOJOURN_PORT\` to an address: use another service name, or set
      \`enableServiceLinks: false\`.`,
  }),
  app: setting('server', segmentText, 'tis', {
    placeholder: '<name>',
    allowed: 'letters, digits and . _ ~ -',
    description: 'the app segment of the report URLs',
    reference: `is the path segment after \`/rest\` in the report URLs. It consists of letters, digits and \`. _ ~ -\`.`,
  }),
  basePath: setting('server', basePath, '', {
    placeholder: '<path>',
    allowed: 'a path such as /jira',
    description: 'the path before /rest in the report URLs',
    reference: `is the path before \`/rest\` in the report URLs, such as \`/jira\`.`,
  }),
  timeZone: setting('dates', zoneText, UTC, {
    placeholder: '<zone>',
    allowed: 'an IANA name such as Europe/Berlin, or an offset such as +02:00',
    description: "the zone of dates and of the built-in calendar; this machine's, if it is not set",
    reference: `is the time zone of dates in requests and reports, and of the built-in working calendar: an IANA name such as
      \`Europe/Berlin\`, or an offset such as \`+02:00\`. The parameter \`timeZone\` of a request overrides it, but
      not for calendars.`,
  }),
  locale: setting('dates', localeText, 'en-US', {
    placeholder: '<tag>',
    allowed: 'a language tag such as en-US or de-DE',
    description: 'the language of month and day names',
    reference: `is the language of month and weekday names: a BCP 47 tag such as \`de-DE\`. Its region also determines the weeks
      of date patterns (\`w\`, \`W\`, \`Y\`), as in Java. In \`en-US\` a week begins on Sunday, and week 1 contains 1
      January. \`de-DE\` has ISO weeks. A tag without a region behaves like \`en-US\`. Groups by \`date:week:\` use
      ISO weeks in every locale.`,
  }),
  dateFormat: setting('dates', datePattern, null, {
    placeholder: '<pattern>',
    allowed: 'a date pattern such as yyyy-MM-dd',
    description: 'the default pattern of dates in reports',
    reference: `is the pattern of dates, in the letters of Java's SimpleDateFormat. The parameter \`dateFormat\` of a request
      overrides it. If neither is set, or both are empty, the pattern is \`dd/MMM/yy\`.`,
  }),
  dateTimeFormat: setting('dates', datePattern, null, {
    placeholder: '<pattern>',
    allowed: 'a date pattern such as yyyy-MM-dd HH:mm',
    description: 'the default pattern of dates with times in reports',
    reference: `is the same for dates with times, with the parameter \`dateTimeFormat\`. If neither is set, or both are empty,
      the pattern is \`dd/MMM/yy h:mm a\`.`,
  }),
  memoryMb: numeric('store', 64, 1_048_576, 384, {
    description: 'the memory limit of DuckDB, in megabytes',
    reference: `is how much memory DuckDB may use, in megabytes, {range}. Larger sorts use the disk. The process
      itself needs more memory, above all for an import.`,
  }),
  temporaryMb: numeric('store', 64, 1_048_576, 10_240, {
    description: 'the limit of temporary disk space for sorting and large responses, in megabytes',
    reference: `is how much disk space DuckDB may use for large sorts, and for large answers while clients read them, in
      megabytes, {range}. The files are in the store's folder.`,
  }),
  threads: numeric('store', 1, 1024, null, {
    description: 'the number of threads of DuckDB; one per processor, if it is not set',
    reference: `is the number of threads that DuckDB may use, {range}; all queries share them. With fewer threads, other
      programs get more CPU time; each thread takes some of \`memoryMb\`. If it is not set, there is one thread per
      CPU core.`,
  }),
  logLevel: choice('server', logLevels, 'info', {
    variables: ['LOG_LEVEL'],
    placeholder: '<level>',
    description: 'how much the server logs',
    reference: `is how much the server logs: \`trace\`, \`debug\`, \`info\`, \`warn\`, \`error\`, \`fatal\` or \`silent\`.`,
  }),
  access: choice('access', accessModes, 'open', {
    placeholder: '<mode>',
    description: 'who has access: everybody on this machine (open), or users with a token (tokens)',
    reference: `is \`open\` or \`tokens\`. In \`open\`, everyone who reaches the server has all permissions. So the server only
      listens on loopback addresses such as \`127.0.0.1\`, and refuses to start on any other. In \`tokens\`, each
      request needs a token, and has the permissions of the token's user: see the [guide](../guides/access.md).`,
  }),
  newProjects: choice('access', projectStarts, 'restricted', {
    placeholder: '<start>',
    description: 'who may see a new project: every user (open), or administrators only (restricted)',
    reference: `is \`open\` or \`restricted\`. It applies to projects for which no administrator has set permissions. With
      \`open\` every user can see them, with \`restricted\` only administrators. It has an effect in access mode
      \`tokens\` only.`,
  }),
  plainHttp: choice('access', switches, 'off', {
    placeholder: '<switch>',
    description: 'whether browsers may sign in over plain HTTP from other machines',
    reference: `is \`on\` or \`off\`. With \`off\`, a server that other machines reach gives browsers a session cookie for TLS
      only. With \`on\` it also gives them one for plain HTTP, which everyone on the network can read. A server that
      listens on this machine only does not need this setting: the proxy in front of it provides TLS.`,
  }),
  api: choice('server', switches, 'on', {
    placeholder: '<switch>',
    description: 'whether the report API is enabled',
    reference: `enables the two report endpoints. With \`off\` they answer 503; everything else keeps working.`,
  }),
  sync: choice('server', switches, 'on', {
    placeholder: '<switch>',
    description: 'whether the server keeps the store in sync with its connections',
    reference: `is \`on\` or \`off\`. With \`on\`, the server keeps the store in sync with its [connections](#connections). With
      \`off\` it runs no rounds by itself, and \`sojourn sync\` still works.`,
  }),
  lake: setting<string | null>('lake', lakePlace, null, {
    placeholder: '<place>',
    allowed: 'the path of a folder, or s3://BUCKET/PREFIX',
    isPath: text => !isBucket(text),
    description: 'the folder or bucket to which the store is published as Parquet files',
    reference: `is the folder or bucket to which [\`sojourn lake publish\`](../guides/lake.md) writes the store as Parquet
      files. A bucket is \`s3://BUCKET/PREFIX\`. In the file, a relative path is relative to the folder of the file,
      otherwise to the current folder. The command accepts the flag too.`,
  }),
  lakePublish: choice('lake', publishModes, 'manual', {
    placeholder: '<when>',
    description: 'when the server publishes: by command only (manual), or after each change too (changes)',
    reference: `is \`manual\` or \`changes\`. With \`changes\`, the server publishes when it starts, and 10 seconds after issues
      were imported, synchronized or removed. With \`manual\`, only \`sojourn lake publish\` does.`,
  }),
  lakeSchema: setting(
    'lake',
    matching(text => /^[a-z][a-z0-9]{0,30}$/.test(text)),
    'sojourn',
    {
      placeholder: '<name>',
      allowed: 'a lower-case letter, then lower-case letters and digits',
      description: 'the beginning of the names of schemas in Trino',
      reference: `is the beginning of the names of schemas in Trino. Stores that use the same cluster need different ones. A
      lower-case letter, then lower-case letters and digits.`,
    },
  ),
  engine: choice('lake', engines, 'auto', {
    placeholder: '<name>',
    description: 'the database of reports: the store (duckdb), Trino (trino), or by size (auto)',
    reference: `is \`duckdb\`, \`trino\` or \`auto\`: which database computes a report whose request does not choose one. With
      \`duckdb\` it is the store, with \`trino\` the cluster. With \`auto\`, aggregations run on Trino if they read at
      least \`trinoStays\` stays, and everything else runs in the store.`,
  }),
  trinoStays: numeric('lake', 0, 1_000_000_000_000, 50_000_000, {
    description: 'the number of stays that an aggregation must read to run on Trino',
    reference: `is a number of stays, {range}.`,
  }),
  trinoUrl: setting<string | null>('lake', httpUrl, null, {
    placeholder: '<url>',
    allowed: 'an address such as https://trino.example.org:8443',
    description: 'the address of the coordinator of a Trino cluster',
    reference: `is the address of the coordinator of a Trino cluster, or of the proxy before it. Without it, all reports run in
      the store.`,
  }),
  trinoUser: setting(
    'lake',
    matching(text => /^[\x21-\x39\x3b-\x7e]+$/.test(text)),
    'sojourn',
    {
      placeholder: '<name>',
      allowed: 'a name without spaces and colons',
      description: 'the user of the cluster',
      reference: `is the user of the cluster.`,
    },
  ),
  trinoSecretFile: setting<string | null>('lake', pathText, null, {
    placeholder: '<file>',
    allowed: 'the path of a file',
    isPath: () => true,
    description: 'the file with the password of this user',
    reference: `is a file with the password of this user. The password is only sent over https, or on this machine. The process
      reads the file for each request.`,
  }),
  trinoCa: setting<string | null>('lake', pathText, null, {
    placeholder: '<file>',
    allowed: 'the path of a file in PEM',
    isPath: () => true,
    description: 'a file with certificates of authorities to trust in addition, for the cluster',
    reference: `is a file with certificates of authorities to trust in addition, in PEM, for a cluster whose certificate no
      public authority signed.`,
  }),
  trinoCatalog: setting('lake', catalogName, 'lake', {
    placeholder: '<name>',
    allowed: CATALOG_NAMES,
    description: 'the catalog that reports read',
    reference: `is the catalog that reports read. It should be read-only.`,
  }),
  trinoWriterCatalog: setting('lake', catalogName, 'lake_writer', {
    placeholder: '<name>',
    allowed: CATALOG_NAMES,
    description: 'the catalog through which revisions are registered',
    reference: `is the catalog through which published revisions are registered.`,
  }),
  trinoLake: setting<string | null>(
    'lake',
    matching(text => /^[a-z0-9]+:\/\/[\w.=/-]*$/.test(text)),
    null,
    {
      placeholder: '<address>',
      allowed: 'an address such as s3://bucket/lake or local:///lake',
      description: 'the address of the lake for the cluster; that of the bucket, if it is not set',
      reference: `is the address under which the cluster finds the lake, such as \`local:///lake\` for a folder. If it is not set,
      it is that of the bucket.`,
    },
  ),
  aggregationTimeoutSeconds: numeric('limits', 1, 86_400, 60, {
    description: 'the timeout of aggregations, in seconds',
    reference: `is the timeout of an aggregation, including its time in the queue, {range}. After it the aggregation is
      canceled, also in the store, and the answer is a 408. Give proxies in front of the server a longer timeout.`,
  }),
  listTimeoutSeconds: numeric('limits', 1, 86_400, 30, {
    description: 'the timeout of lists and other short requests, in seconds',
    reference: `is the timeout of a list, and of every other short request, such as a completion in the query editor. The answer
      is a 503 with \`Retry-After\`.`,
  }),
  aggregationsPerUser: numeric('limits', 1, 1000, 3, {
    description: 'the maximum number of aggregations of one user, running or waiting',
    reference: `is how many aggregations one user may have at once, running or queued, {range}. One more is a 429 with
      \`Retry-After\`. Only one of them runs at a time. In access mode \`open\` everyone is the same user.`,
  }),
  requestsPerUser: numeric('limits', 1, 100_000, 100, {
    description: 'the maximum number of lists and other short requests of one user, running or waiting',
    reference: `is how many lists and other short requests one user may have at once, running or queued, {range}. One
      more is a 429 with \`Retry-After\`.`,
  }),
  heavyQueries: numeric('limits', 1, 64, 2, {
    description: 'the maximum number of aggregations and heavy lists that run at once',
    reference: `is how many aggregations of all users run at once, {range}. They share \`memoryMb\`. A list whose query
      searches histories or texts more than five times counts as an aggregation.`,
  }),
  maxCells: numeric('limits', 1000, 1_000_000_000, 10_000_000, {
    description: 'the maximum number of cells of a response: rows times value columns',
    reference: `is the maximum number of cells of an answer: rows times value columns, including empty cells. A larger report is
      a 400 that says how many cells it would have. This limit also applies to the command line. From 1000 to
      1000000000.`,
  }),
  exportKeepHours: numeric('limits', 1, 720, 24, {
    description: 'how long the files of exports are kept, in hours',
    reference: `is how long the file of an export can be downloaded, in hours, {range}.`,
  }),
  exportQuotaMb: numeric('limits', 1, 10_000_000, 10_240, {
    description: 'the maximum size of all files of exports together, in megabytes',
    reference: `is the maximum size of all files of exports together, in megabytes of 1,048,576 bytes, {range}. Files
      of running exports count too, and the files of one user may take up half of it. To make space, completely
      downloaded files are removed, the oldest first. If there are none, a new export is a 503 with \`Retry-After\` (a
      429 at a user's half), and a running one that needs more fails.`,
  }),
  sharedReportsPerUser: numeric('limits', 1, 500, 200, {
    description: 'the maximum number of saved reports that one user shares',
    reference: `is how many saved reports one user may share with a group or everyone, {range}. One more is a 409; the
      others stay. In access mode \`open\` everyone is the same user.`,
  }),
  sharedReportKb: numeric('limits', 1, 10_000, 100, {
    description: 'the maximum size of a shared report, in kilobytes',
    reference: `is the maximum size of a shared report, in kilobytes of 1,000 bytes, {range}: of its parameters and its
      display as JSON. A larger one is a 400 when it is saved or shared; those that are already shared stay.`,
  }),
  bodyMb: numeric('limits', 1, 64, 8, {
    description: 'the maximum size of a request body, in megabytes',
    reference: `is the maximum size of a request body, in megabytes of 1,048,576 bytes, {range}. A larger body is a 413. A
      query may have at most 8,388,608 characters, whatever this setting is.`,
  }),
  changeStreams: numeric('limits', 1, 10_000, 200, {
    description: 'the maximum number of open streams of changes',
    reference: `is the maximum number of open streams of \`/api/changes\`, {range}. Walls use them to wait for new data. One more is a
      429, and that wall refreshes its numbers each minute. Each stream is a connection; see \`maxConnections\`.`,
  }),
  changeStreamsPerUser: numeric('limits', 1, 10_000, 5, {
    description: 'the maximum number of open streams of changes of one user',
    reference: `is the same for one user, {range}. In access mode \`open\` everyone is the same user.`,
  }),
  maxConnections: numeric('limits', 1, 100_000, 1000, {
    description: 'the maximum number of concurrent connections',
    reference: `is the maximum number of open client connections, {range}. One more is closed at once, without an
      answer; \`sojourn_http_connections_refused_total\` counts them. The connections of a proxy count too. Health
      checks (\`/healthz\`) also need a connection, so leave some free.`,
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>

/** The name of a setting in the configuration file. */
export type SettingName = keyof typeof settings

/** The values of all settings. */
export type SettingValues = { readonly [N in SettingName]: (typeof settings)[N]['fallback'] }

/** A setting with its sources. */
export interface KnownSetting extends Setting<unknown> {
  readonly variables: readonly [string, ...string[]]
  readonly flag: `--${string}`
}

/** The names of all settings, in display order. */
export const settingNames = Object.keys(settings) as readonly SettingName[]

/** All settings, in display order. */
export const knownSettings = Object.fromEntries(
  settingNames.map(name => [name, { ...settings[name], ...sourcesOf(name) }]),
) as Readonly<Record<SettingName, KnownSetting>>

/** Returns the default settings. */
export function defaultSettings(machineZone: Zone): SettingValues {
  const fallbacks = settingNames.map(name => [name, name === 'timeZone' ? machineZone : settings[name].fallback])
  return Object.fromEntries(fallbacks) as SettingValues
}

function sourcesOf(name: SettingName): Pick<KnownSetting, 'variables' | 'flag'> {
  const words = name.replace(/[A-Z]/g, capital => `_${capital}`).toLowerCase()
  const { variables }: Setting<unknown> = settings[name]
  return { variables: variables ?? [`SOJOURN_${words.toUpperCase()}`], flag: `--${words.replaceAll('_', '-')}` }
}
