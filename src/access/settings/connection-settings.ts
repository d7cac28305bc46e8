import { type ValueFacts, wholeNumber } from './setting-kinds.ts'
import { pathText, proxyOrigin } from './setting-values.ts'

/** The two products of Jira, whose limits differ. */
export type Deployment = 'cloud' | 'server'

/** A setting of a connection. */
export interface ConnectionSetting<T> extends ValueFacts<T> {
  readonly defaults: Readonly<Record<Deployment, T>>
  /** Its meaning in the reference. */
  readonly reference: string
}

const settings = {
  everySeconds: numeric(
    60,
    86_400,
    300,
    300,
    'The pause between two rounds, {range}. Up to a tenth is added at random.',
  ),
  overlapSeconds: numeric(
    60,
    86_400,
    900,
    300,
    'How far a round goes back behind the last one, {range}. Answers of trackers may be late.',
  ),
  censusHours: numeric(
    1,
    720,
    24,
    24,
    'The time between two comparisons of all ids, {range}. They find deleted and moved issues.',
  ),
  scrubDays: numeric(1, 365, 30, 30, 'In how many days every issue is read again, {range}.'),
  listsSeconds: numeric(
    60,
    86_400,
    3600,
    3600,
    'The time between two readings of users, groups, versions, components, sprints and filters, {range}.',
  ),
  permissionSeconds: numeric(60, 900, 300, 300, 'The time between two readings of permissions, {range}.'),
  requestsPerSecond: numeric(1, 100, 5, 2, 'The maximum number of requests per second, {range}.'),
  concurrency: numeric(1, 32, 4, 2, 'The maximum number of requests at once, {range}.'),
  batchIssues: numeric(1, 100, 100, 50, 'The maximum number of issues of one request, {range}.'),
  answerMb: numeric(1, 1024, 64, 64, 'The maximum size of an answer, in megabytes, {range}.'),
  timeoutSeconds: numeric(1, 3600, 60, 60, 'The timeout of a request, {range}.'),
  ca: text({
    read: pathText,
    allowed: 'the path of a file with certificates (PEM)',
    isPath: () => true,
    reference: 'A file with certificates (PEM) of authorities to trust in addition.',
  }),
  proxy: text({
    read: proxyOrigin,
    allowed: 'an address without a user name, such as http://proxy.example.org:3128',
    reference: 'The address of an HTTP proxy, without a user name.',
  }),
}

/** The name of a setting of a connection. */
export type ConnectionSettingName = keyof typeof settings

/** The settings of one connection to a tracker. */
export type ConnectionSettings = { readonly [N in ConnectionSettingName]: (typeof settings)[N]['defaults']['cloud'] }

/** All settings of a connection, in display order. */
export const knownConnectionSettings: {
  readonly [N in ConnectionSettingName]: ConnectionSetting<ConnectionSettings[N]>
} = settings

/** The names of all settings of a connection, in display order. */
export const connectionSettingNames = Object.keys(settings) as readonly ConnectionSettingName[]

/** Returns whether a connection has a setting of this name. */
export function isConnectionSettingName(name: string): name is ConnectionSettingName {
  return Object.hasOwn(settings, name)
}

function text(facts: Omit<ConnectionSetting<string | null>, 'json' | 'defaults'>): ConnectionSetting<string | null> {
  return { ...facts, json: 'string', defaults: { cloud: null, server: null } }
}

function numeric(
  least: number,
  most: number,
  cloud: number,
  server: number,
  reference: string,
): ConnectionSetting<number> {
  return { ...wholeNumber(least, most, reference), defaults: { cloud, server } }
}
