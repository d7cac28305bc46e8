import { matching, type ReadSetting, refused, wholeNumber } from './read-setting.ts'

/** The two products of Jira, whose limits differ. */
export type Deployment = 'cloud' | 'server'

/** The settings of one connection to a tracker. */
export interface ConnectionSettings {
  /** The pause between two rounds, in seconds. */
  readonly everySeconds: number
  /** How far a round goes back behind the end of the last one, in seconds. */
  readonly overlapSeconds: number
  /** The time between two comparisons of all ids, in hours. */
  readonly censusHours: number
  /** In how many days every issue is read again. */
  readonly scrubDays: number
  /** The time between two readings of the lists that change rarely, in seconds. */
  readonly listsSeconds: number
  /** The time between two readings of permissions, in seconds. */
  readonly permissionSeconds: number
  readonly requestsPerSecond: number
  /** The maximum number of requests at once. */
  readonly concurrency: number
  /** The maximum number of issues of one request. */
  readonly batchIssues: number
  /** The maximum size of an answer, in megabytes. */
  readonly answerMb: number
  /** The timeout of a request, in seconds. */
  readonly timeoutSeconds: number
  /** A file with certificates of authorities to trust in addition; `null` for none. */
  readonly ca: string | null
  /** The address of an HTTP proxy; `null` for none. */
  readonly proxy: string | null
}

/** The name of a setting of a connection. */
export type ConnectionSettingName = keyof ConnectionSettings

/** The allowed values of a setting of a connection. */
export interface KnownConnectionSetting<T> {
  readonly description: string
  /** Its JSON type in the file. */
  readonly json: 'string' | 'number'
  /** The allowed values, as the end of a sentence. */
  readonly allowed: string
  readonly read: (text: string) => ReadSetting<T>
  readonly defaults: Readonly<Record<Deployment, T>>
}

/** All settings of a connection, in display order. */
export const knownConnectionSettings: {
  readonly [N in ConnectionSettingName]: KnownConnectionSetting<ConnectionSettings[N]>
} = {
  everySeconds: number(60, 86_400, 300, 300, 'the pause between two rounds, in seconds'),
  overlapSeconds: number(60, 86_400, 900, 300, 'how far a round goes back behind the last one, in seconds'),
  censusHours: number(1, 720, 24, 24, 'the time between two comparisons of all ids, in hours'),
  scrubDays: number(1, 365, 30, 30, 'in how many days every issue is read again'),
  listsSeconds: number(
    60,
    86_400,
    3600,
    3600,
    'the time between two readings of users, groups and sprints, in seconds',
  ),
  permissionSeconds: number(60, 900, 300, 300, 'the time between two readings of permissions, in seconds'),
  requestsPerSecond: number(1, 100, 5, 2, 'the maximum number of requests per second'),
  concurrency: number(1, 32, 4, 2, 'the maximum number of requests at once'),
  batchIssues: number(1, 100, 100, 50, 'the maximum number of issues of one request'),
  answerMb: number(1, 1024, 64, 64, 'the maximum size of an answer, in megabytes'),
  timeoutSeconds: number(1, 3600, 60, 60, 'the timeout of a request, in seconds'),
  ca: {
    description: 'a file with certificates of authorities to trust in addition',
    json: 'string',
    allowed: 'the path of a file with certificates (PEM)',
    read: text => matching(text, text.trim() !== '' && !text.includes('\0')),
    defaults: { cloud: null, server: null },
  },
  proxy: {
    description: 'the address of an HTTP proxy',
    json: 'string',
    allowed: 'an address without a user name, such as http://proxy.example.org:3128',
    read: readProxy,
    defaults: { cloud: null, server: null },
  },
}

/** The names of all settings of a connection, in display order. */
export const connectionSettingNames = Object.keys(knownConnectionSettings) as readonly ConnectionSettingName[]

/** Returns whether a connection has a setting of this name. */
export function isConnectionSettingName(name: string): name is ConnectionSettingName {
  return Object.hasOwn(knownConnectionSettings, name)
}

function number(
  least: number,
  most: number,
  cloud: number,
  server: number,
  description: string,
): KnownConnectionSetting<number> {
  return {
    description,
    json: 'number',
    allowed: `a whole number from ${least} to ${most}`,
    read: text => wholeNumber(text, least, most),
    defaults: { cloud, server },
  }
}

/** Reads the address of a proxy. A password in it would be shown with the settings. */
function readProxy(text: string): ReadSetting<string> {
  if (!URL.canParse(text)) return refused()
  const { protocol, username, password, pathname, search, hash, origin } = new URL(text)
  const isAddress = (protocol === 'http:' || protocol === 'https:') && pathname === '/' && search === '' && hash === ''
  return isAddress && username === '' && password === '' ? { value: origin } : refused()
}
