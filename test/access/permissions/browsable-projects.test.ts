import { describe, expect, it } from 'vitest'
import { callerOf } from '../../../src/access/permissions/authenticate.ts'
import type { Catalogue } from '../../../src/core/catalogue/model.ts'
import type { AccessRows } from '../../../src/store/rows/access-rows.ts'

const PEOPLE = 10_000
const account = (login: string) => ({ login, timeZone: null, disabled: false, groups: [], links: [], created: 0 })
const project = (id: number) => ({ id, ref: String(id), key: `P${id}`, name: `P${id}` })

const facts = (access: AccessRows) => ({ access, connected: [], newProjects: 'open' as const, now: 0 })

/** Returns a catalogue with restrictions, and a counter of the reads of people, groups and restrictions. */
function counted() {
  const reads = { count: 0 }
  const counting = <T extends object>(row: T): T =>
    new Proxy(row, {
      get: (target, name) => {
        reads.count++
        return Reflect.get(target, name)
      },
    })
  const people = Array.from({ length: PEOPLE }, (_, i) =>
    counting({ id: `u${i}`, name: `Login${i}`, key: null, accountId: null, displayName: '', email: null }),
  )
  const groups = [counting({ name: 'Builders', members: people.map(({ id }) => id) })]
  const catalogue = { people, groups, projects: [project(2), project(1), project(3)] } as unknown as Catalogue
  const restrictions = [
    counting({ project: 1, groups: ['builders'], users: [] }),
    counting({ project: 2, groups: [], users: [] }),
  ]
  return {
    reads,
    catalogue,
    access: { accounts: [], tokens: [], restrictions, opened: new Set([1, 2, 3]) } as unknown as AccessRows,
  }
}

describe('the permissions of a caller', () => {
  it('are looked up without reading all people again', () => {
    const { reads, catalogue, access } = counted()
    const callers = (logins: readonly string[]) =>
      logins.map(login => callerOf(account(login), catalogue, facts(access)))
    const [last] = callers([`LOGIN${PEOPLE - 1}`])
    expect(last).toMatchObject({ person: `u${PEOPLE - 1}`, browsable: { projects: [1, 3] } })
    reads.count = 0
    expect(callers(['login0', 'stranger'])).toMatchObject([
      { person: 'u0', browsable: { projects: [1, 3] } },
      { person: null, browsable: { projects: [3] } },
    ])
    expect(reads.count).toBeLessThan(10)
  })

  it('follow a new catalogue and new restrictions', () => {
    const { catalogue, access } = counted()
    const caller = (rows: Catalogue, rights: AccessRows) => callerOf(account('login0'), rows, facts(rights))
    expect(caller(catalogue, access)).toMatchObject({ person: 'u0', browsable: { projects: [1, 3] } })
    expect(caller({ ...catalogue, people: [] }, access)).toMatchObject({ person: null, browsable: { projects: [3] } })
    expect(caller(catalogue, { ...access, restrictions: [] }).browsable).toMatchObject({ projects: [1, 2, 3] })
  })
})
