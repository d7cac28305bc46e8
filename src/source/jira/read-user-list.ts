import { readList } from './read-list.ts'
import { type Person, readPerson } from './read-person.ts'

const EXPECTED = "the tracker's users: [{accountId or name or key, displayName}, ...]"

/**
 * The tracker's users, from its list of them; of a user who stands in it twice the last words.
 *
 * Throws UserError IMPORT_LIST_INVALID with all mistakes. Source: Jira's REST API, "Get all users", "Find users".
 */
export function readUserList(json: unknown, file: string): readonly Person[] {
  const people = readList(json, { file, expected: EXPECTED }, (user, report) => {
    const person = readPerson(user)
    if (!person) report('has no accountId, name or key')
    return person
  })
  return [...new Map(people.map(person => [person.id, person])).values()]
}
