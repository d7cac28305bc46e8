import { isObject } from '../../core/base/is-object.ts'
import { UNPRINTABLE } from '../../core/base/unprintable.ts'
import { isDisplayOption, type SavedParameter } from '../../store/batches/convert-saved-reports.ts'
import { SHARINGS } from '../../store/rows/view-rows.ts'
import type { ReadSaved, SavedContent } from './saved-rules.ts'

/**
 * The limits of a saved report: characters of its name, and of all names and values of its parameters and options; the
 * number of parameters, which is that of a request, and of options.
 */
export const VIEW_LIMITS = { name: 200, values: 65_536, count: 5_000 } as const

const ENDPOINTS = ['aggregation', 'list'] as const

/** A member of a saved report or team that its owner chooses. */
type Member = keyof SavedContent

/** Checks one member of a body. Returns why its value is not allowed, or `null`. */
type Check = (value: unknown) => string | null

const checks: { readonly [Name in Member]: Check } = {
  name: value => {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text === '' || text.length > VIEW_LIMITS.name) {
      return `is not a text of 1 to ${VIEW_LIMITS.name} characters`
    }
    return UNPRINTABLE.test(text) ? 'contains a control character, half a character or a change of direction' : null
  },
  sharing: value => oneOf(value, SHARINGS),
  group: value => (value === null || typeof value === 'string' ? null : 'is neither the name of a group nor null'),
  endpoint: value => oneOf(value, ENDPOINTS),
  parameters: value =>
    namesIn(value, name => (isDisplayOption(name) ? `contains ${shown(name)}, which belongs to display` : null)),
  display: value =>
    namesIn(value, name =>
      isDisplayOption(name) ? null : `contains ${shown(name)}, which is neither show nor view.*`,
    ),
}

const OPTIONAL = { sharing: 'private', group: null, display: [] } as const

const REPORT_MEMBERS = Object.keys(checks) as readonly Member[]

/** Reads the body of a request that saves a report. Members that may be missing get their defaults. */
export function readNewContent(body: unknown): ReadSaved {
  return readWhole(body, REPORT_MEMBERS)
}

/** Reads the body of a request that changes some members of a saved report. */
export function readChangedContent(body: unknown): ReadSaved {
  return readSome(body, REPORT_MEMBERS)
}

/** Reads a body with some of these members. Those that may be missing get their defaults, and others must be in it. */
export function readWhole(body: unknown, members: readonly Member[]): ReadSaved {
  const { content, problems } = readSome(body, members)
  const given = Object.keys(Object(body))
  const required = members.filter(name => !Object.hasOwn(OPTIONAL, name))
  const missing = required.filter(name => !given.includes(name)).map(name => `${name} is missing.`)
  return { content: { ...OPTIONAL, ...content }, problems: [...problems, ...(isObject(body) ? missing : [])] }
}

function readSome(body: unknown, members: readonly Member[]): ReadSaved {
  if (!isObject(body)) return { content: {}, problems: ['The body is not a JSON object.'] }
  const problems: string[] = []
  const content: Record<string, unknown> = {}
  for (const [member, value] of Object.entries(body)) {
    const check = members.includes(member as Member) ? checks[member as Member] : null
    const why = check ? check(value) : `is unknown. Known members: ${members.join(', ')}`
    if (why !== null) problems.push(`${shown(member)} ${why}.`)
    else content[member] = member === 'name' ? (value as string).trim() : value
  }
  const length = [content.parameters, content.display].reduce<number>(
    (sum, values) => sum + lengthOf((values ?? []) as SavedParameter[]),
    0,
  )
  if (length > VIEW_LIMITS.values) {
    problems.push(
      `parameters and display have ${length} characters. At most ${VIEW_LIMITS.values} characters are allowed.`,
    )
  }
  return { content, problems }
}

function oneOf(value: unknown, allowed: readonly string[]): string | null {
  return allowed.includes(value as string) ? null : `is ${shown(value)}. Possible values: ${allowed.join(', ')}`
}

const MEMBERS = ['name', 'value'] as const

/** Checks a list of names and values. `checkName` returns why a name is not allowed, or `null`. */
function namesIn(value: unknown, checkName: (name: string) => string | null): string | null {
  const form = 'is not a list such as [{"name": "projectKey", "value": "WEB"}]'
  if (!Array.isArray(value)) return form
  if (value.length > VIEW_LIMITS.count) return `has ${value.length} elements. Allowed: at most ${VIEW_LIMITS.count}`
  for (const one of value) {
    const isPair = isObject(one) && Object.keys(one).length === 2 && MEMBERS.every(member => isText(one, member))
    if (!isPair) return form
    const { name, value: text } = one as unknown as SavedParameter
    if (/\p{Cs}/u.test(name + text)) return `contains half a character in ${shown(name)}`
    const why = checkName(name)
    if (why !== null) return why
  }
  return null
}

function isText(value: object, member: (typeof MEMBERS)[number]): boolean {
  return typeof (value as Record<string, unknown>)[member] === 'string'
}

function lengthOf(values: readonly SavedParameter[]): number {
  return values.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
}

const SHOWN = 50

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
