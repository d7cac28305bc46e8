import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideLevels,
  decideProject,
  PERMISSION_LIFE,
  type PermissionFacts,
} from '../../../src/access/permissions/project-rule.ts'
import type { AccessRows } from '../../../src/store/rows/access-rows.ts'
import type { ConnectedProject } from '../../../src/store/rows/tracker-permissions.ts'
import { runs } from '../../support/sampling.ts'

const NOW = 1_700_000_000_000
const PROJECT = { id: 7, ref: '100' }
const MINUTE = 60_000

const connection = (more: Partial<ConnectedProject> = {}): ConnectedProject => ({
  connection: 'harbour',
  mode: 'tracker',
  ref: '100',
  isVisible: true,
  account: 'a1',
  checked: NOW - MINUTE,
  isAllowed: true,
  ...more,
})

interface World {
  readonly restricted: 'no' | 'to others' | 'to the user' | 'to a group'
  readonly opened: boolean
  readonly newProjects: 'open' | 'restricted'
  readonly connections: readonly ConnectedProject[]
}

function factsOf({ restricted, opened, newProjects, connections }: World): PermissionFacts {
  const users = restricted === 'to the user' ? ['Anna'] : ['eve']
  const groups = restricted === 'to a group' ? ['Planners'] : ['others']
  const access = {
    opened: new Set(opened && restricted === 'no' ? [PROJECT.id] : []),
    restrictions: restricted === 'no' ? [] : [{ project: PROJECT.id, users, groups }],
  } as unknown as AccessRows
  const connected = new Map(connections.length > 0 ? [[PROJECT.ref, connections]] : [])
  return { login: 'anna', groups: new Set(['planners']), access, connected, newProjects, now: NOW }
}

const worlds: fc.Arbitrary<World> = fc.record({
  restricted: fc.constantFrom('no', 'to others', 'to the user', 'to a group'),
  opened: fc.boolean(),
  newProjects: fc.constantFrom('open', 'restricted'),
  connections: fc.array(
    fc.record({
      connection: fc.constantFrom('harbour', 'quay'),
      mode: fc.constantFrom('tracker', 'account', 'manual'),
      ref: fc.constant('100'),
      isVisible: fc.boolean(),
      account: fc.option(fc.constant('a1')),
      checked: fc.option(fc.integer({ min: NOW - 20 * MINUTE, max: NOW + 5 * MINUTE })),
      isAllowed: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
})

/** The definition: everything that is not allowed by a rule is denied. */
function isAllowed({ restricted, opened, newProjects, connections }: World): boolean {
  if (restricted === 'to others') return false
  const byAdministrators = restricted !== 'no' || opened
  if (connections.length === 0) return byAdministrators || newProjects === 'open'
  return connections.every(({ mode, isVisible, account, checked, isAllowed }) => {
    if (!isVisible) return false
    if (mode !== 'tracker') return mode === 'account' || byAdministrators
    const age = checked === null ? Number.POSITIVE_INFINITY : NOW - checked
    return account !== null && age >= -MINUTE && age < 15 * MINUTE && isAllowed
  })
}

const decided = (world: Partial<World>) =>
  decideProject(PROJECT, factsOf({ restricted: 'no', opened: false, newProjects: 'open', connections: [], ...world }))

describe('the decision about a project', () => {
  it('denies projects that no rule allows', () => {
    fc.assert(
      fc.property(worlds, world => decideProject(PROJECT, factsOf(world)).isAllowed === isAllowed(world)),
      runs(1_000),
    )
  })

  it('names its rule', () => {
    const rules = (worlds: readonly Partial<World>[]) => worlds.map(world => decided(world).rule)
    expect(
      rules([
        { restricted: 'to the user' },
        { restricted: 'to a group' },
        { restricted: 'to others' },
        { opened: true },
        {},
        { newProjects: 'restricted' },
      ]),
    ).toEqual(['user-grant', 'group-grant', 'restricted', 'opened', 'new-open', 'new-restricted'])
    expect(
      rules(
        [
          {},
          { mode: 'account' as const },
          { mode: 'manual' as const },
          { isAllowed: false },
          { account: null },
          { checked: null },
          { checked: NOW - PERMISSION_LIFE },
          { isVisible: false },
        ].map(more => ({ connections: [connection(more)] })),
      ),
    ).toEqual([
      ...['tracker-allows', 'as-account', 'new-restricted', 'tracker-denies', 'unlinked', 'unchecked', 'expired'],
      'hidden-from-connection',
    ])
  })

  it('hides an opened project if the tracker denies it, and a restricted one if the tracker allows it', () => {
    expect(decided({ opened: true, connections: [connection({ isAllowed: false })] }).isAllowed).toBe(false)
    expect(decided({ restricted: 'to others', connections: [connection()] }).rule).toBe('restricted')
    expect(decided({ restricted: 'to others', connections: [connection({ mode: 'account' })] }).rule).toBe('restricted')
  })

  it('ignores checks from the future, after a clock was set back', () => {
    const at = (checked: number) => decided({ connections: [connection({ checked })] }).rule
    expect([at(NOW - PERMISSION_LIFE + 1), at(NOW), at(NOW + MINUTE)]).toEqual(Array(3).fill('tracker-allows'))
    expect([at(NOW - PERMISSION_LIFE), at(NOW + MINUTE + 1)]).toEqual(['expired', 'expired'])
  })
})

describe('the decision about security levels', () => {
  const levels = (...connections: ConnectedProject[]) =>
    decideLevels('100', factsOf({ restricted: 'no', opened: true, newProjects: 'open', connections }))

  it('hides issues with a security level unless a tracker or its account decides', () => {
    expect(levels()).toBeNull()
    expect(levels(connection({ mode: 'manual' }))).toBeNull()
    expect(levels(connection({ account: null }))).toBeNull()
    expect(levels(connection())).toEqual({ account: { connection: 'harbour', account: 'a1' } })
    expect(levels(connection({ mode: 'account' }))).toEqual({ account: null })
  })

  it('hides them in projects of several connections, unless all users see what each account sees', () => {
    const quay = (mode: ConnectedProject['mode']) => connection({ connection: 'quay', mode })
    expect(levels(connection(), quay('tracker'))).toBeNull()
    expect(levels(connection({ mode: 'account' }), quay('tracker'))).toBeNull()
    expect(levels(connection({ mode: 'account' }), quay('account'))).toEqual({ account: null })
  })
})
