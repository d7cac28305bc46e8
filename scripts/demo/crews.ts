import type { Instant } from '../../src/core/time/instant.ts'
import type { Person, Team } from './people.ts'
import { people } from './people.ts'
import type { Random } from './random.ts'
import { pick } from './random.ts'

/** The people who work on one kind of project, by role. */
export interface Crew {
  readonly lead: Person
  readonly owner: Person
  readonly workers: readonly Person[]
  /** The reviewers; the lead appears twice because most reviews end there. */
  readonly reviewers: readonly Person[]
  readonly testers: readonly Person[]
  readonly reporters: readonly Person[]
}

/** The crews of the three kinds of projects. */
export const crews = { web: crewOf('web'), app: crewOf('app'), ops: crewOf('ops') } as const

function crewOf(team: Team): Crew {
  const members = people.filter(person => person.team === team)
  const workers = members.filter(person => person.role === 'worker')
  const lead = members.find(person => person.role === 'lead')!
  const shop = people.filter(person => person.team === 'shop')
  const colleagues = people.filter(person => person.team === 'web' || person.team === 'app')
  return {
    lead,
    owner: members.find(person => person.role === 'owner') ?? lead,
    workers,
    reviewers: [lead, lead, ...workers],
    testers: members.filter(person => person.role === 'tester'),
    reporters: team === 'ops' ? [...shop, ...shop, ...colleagues] : [...members, ...shop],
  }
}

/** Picks an employed person of the list who is not `except`; the lists always have one. */
export function pickPerson(random: Random, list: readonly Person[], at: Instant, except: Person | null = null): Person {
  for (;;) {
    const person = pick(random, list)
    if (person !== except && person.joined <= at && at < person.left) return person
  }
}
