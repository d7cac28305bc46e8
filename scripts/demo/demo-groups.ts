import type { Person } from './people.ts'
import { people } from './people.ts'

/** A user group with the logins of its members. */
export interface DemoGroup {
  readonly name: string
  readonly members: readonly string[]
}

/**
 * Returns the groups of the demo tracker with their current members.
 *
 * Testers and team leads are also in the group of their team; `auditors` is empty; former employees are in no group.
 */
export function demoGroups(): DemoGroup[] {
  return [
    groupOf('web-team', person => person.team === 'web'),
    groupOf('app-team', person => person.team === 'app'),
    groupOf('service-desk', person => person.team === 'ops'),
    groupOf('testers', person => person.role === 'tester'),
    groupOf('team-leads', person => person.role === 'lead'),
    groupOf('stores', person => person.team === 'shop'),
    groupOf('administrators', person => person.login === 'admin'),
    groupOf('auditors', () => false),
  ]
}

function groupOf(name: string, belongs: (person: Person) => boolean): DemoGroup {
  const members = people.filter(person => person.left === Number.POSITIVE_INFINITY && belongs(person))
  return { name, members: members.map(person => person.login) }
}
