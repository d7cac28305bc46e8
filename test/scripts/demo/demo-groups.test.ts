import { describe, expect, it } from 'vitest'
import { demoGroups } from '../../../scripts/demo/demo-groups.ts'
import { demoUsers } from '../../../scripts/demo/demo-users.ts'

describe('the groups of the demo', () => {
  it('have only current users as members', () => {
    const active = new Set(
      demoUsers()
        .filter(user => user.active)
        .map(user => user.name),
    )
    const strangers = demoGroups().flatMap(group => group.members.filter(login => !active.has(login)))
    expect(strangers).toEqual([])
  })

  it('share members: a tester is in the team as well', () => {
    const groups = demoGroups().filter(group => group.members.includes('petra.novakova'))
    expect(groups.map(group => group.name)).toEqual(['web-team', 'testers'])
  })

  it('are empty in one case', () => {
    expect(
      demoGroups()
        .filter(group => group.members.length === 0)
        .map(group => group.name),
    ).toEqual(['auditors'])
  })
})
