import type { Json } from './model.ts'

/** Members whose names are ids, or that recordings had taken out. */
const OPEN_MEMBERS = /(^|\.)(avatarUrls|roles|renderedFields|transitions|customfield_\d+|nextPage|nextPageToken)$/

/** Members that the recordings happen to lack, though they are documented: they depend on the data, or on the version. */
const DOCUMENTED = [
  /^(total|isLast)$/,
  /\bfields\.(archiveddate|assignee|components|description|fixVersions|labels|resolution|resolutiondate|security)\b/,
  /^(components|versions)\[\]/,
  /\.(accountType|author\.self|boardId|emailAddress|group|key|timeZone|user|value)\b/,
  /(^|\.|\])(archived|deleted|displayUrl|expand|isPrivate|simplified|style)$/,
]

/**
 * Returns what in an answer differs from a recorded one: members that it lacks or has with another type, sorted.
 *
 * An array is compared by all its elements together. `null` goes with every type.
 */
export function differencesFrom(recorded: unknown, actual: unknown): string[] {
  const known = typesByPath(recorded)
  const found = typesByPath(actual)
  const differences = [...found].flatMap(([path, types]) => {
    if (OPEN_MEMBERS.test(path)) return []
    const expected = known.get(path)
    if (!expected) return DOCUMENTED.some(known => known.test(path)) ? [] : [`${path}: is not in the recording`]
    return [...types]
      .filter(type => !expected.has(type))
      .map(type => `${path}: is ${type}, not ${[...expected].join(' or ')}`)
  })
  return differences.sort()
}

/** Returns the types of all members, by their paths: `issues[].fields.updated`. */
function typesByPath(json: unknown): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>()
  const visit = (value: unknown, path: string) => {
    if (value === null || value === undefined || OPEN_MEMBERS.test(path)) return
    const type = Array.isArray(value) ? 'array' : typeof value
    types.set(path, (types.get(path) ?? new Set()).add(type))
    if (Array.isArray(value)) for (const element of value) visit(element, `${path}[]`)
    else if (typeof value === 'object') {
      for (const [name, member] of Object.entries(value as Json)) visit(member, path === '' ? name : `${path}.${name}`)
    }
  }
  visit(json, '')
  return types
}
