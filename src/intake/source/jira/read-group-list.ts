import type { ListedGroup } from '../source.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json.ts'
import { type ReportProblem, readList, uniqueness } from './read-list.ts'
import { readPerson } from './read-person.ts'

const EXPECTED = 'groups: [{name, members: [login or user object, ...]}, ...] or {group: [login, ...], ...}'

/**
 * Reads the tracker's groups with their members, from an array, or from an object with one member per group.
 *
 * Throws UserError IMPORT_LIST_INVALID with all errors. Source: Jira's REST API, "Get group" with `expand=users`, which
 * has the members in `users.items`. No endpoint returns all groups with their members.
 */
export function readGroupList(json: unknown, file: string): readonly ListedGroup[] {
  const checkUnique = uniqueness()
  return readList(asList(json), { file, expected: EXPECTED }, (group, report) => {
    const name = textOf(group.name)
    if (name === null) report('has no name')
    else checkUnique(name, report)
    const members = membersOf(group, name, report)
    return name === null || members === null ? null : { name, members }
  })
}

function asList(json: unknown): unknown {
  const object = objectOf(json)
  if (!object || Array.isArray(object.values)) return json
  if (typeof object.name === 'string' && ('members' in object || 'users' in object)) return [object]
  return Object.entries(object).map(([name, members]) => ({ name, members }))
}

function membersOf(group: JsonObject, name: string | null, report: ReportProblem): readonly string[] | null {
  const list = listOf(group.members) ?? listOf(group.users) ?? listOf(objectOf(group.users)?.items)
  const called = name === null ? '' : `('${name}') `
  if (!list) {
    report(`${called}has no list of members`)
    return null
  }
  const members = list.map((member, i) => {
    const id = textOf(member)?.toLowerCase() ?? readPerson(member)?.id
    if (id === undefined) report(`${called}has a member ${i + 1} without login, accountId or key`)
    return id
  })
  return [...new Set(members.filter(id => id !== undefined))]
}
