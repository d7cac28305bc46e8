import type { PersonEntity } from '../../../core/history/person-named.ts'
import { readList } from './read-list.ts'
import { readPerson } from './read-person.ts'

const EXPECTED = "the tracker's users: [{accountId or name or key, displayName}, ...]"

/**
 * Reads the tracker's list of users. The last of several entries for a user wins.
 *
 * Throws UserError IMPORT_LIST_INVALID with all errors. Source: Jira's REST API, "Get all users", "Find users".
 */
export function readUserList(json: unknown, file: string): readonly PersonEntity[] {
  const people = readList(json, { file, expected: EXPECTED }, (user, report) => {
    const person = readPerson(user)
    if (!person) report('has no accountId, name or key')
    return person
  })
  return [...new Map(people.map(person => [person.id, person])).values()]
}
