import { expect, it } from 'vitest'
import type { Team } from '../../../src/app/teams/team-types.ts'
import { openPageIn, pageChoice } from '../../../src/web/state/choices.ts'
import { ageText, dwellIn, teamsOfWall, toggled } from '../../../src/web/team/wall.ts'

const [a, b, c] = ['a', 'b', 'c'].map(id => ({ id, name: id.toUpperCase() }) as Team) as [Team, Team, Team]
const ALL = [a, b, c]

it('a wall has all teams, or those of its address in that order', () => {
  expect(teamsOfWall(ALL, null)).toEqual({ shown: ALL, unknown: 0 })
  expect(teamsOfWall(ALL, ['c', 'gone', 'a'])).toEqual({ shown: [c, a], unknown: 1 })
})

it('a wall gets one more team, or one fewer', () => {
  expect(toggled(ALL, ALL, b)).toEqual(['a', 'c'])
  expect(toggled(ALL, [c], a)).toEqual(['a', 'c'])
  expect(toggled(ALL, [a, c], b)).toBeNull()
})

it('a wall has an address', () => {
  for (const ids of [null, ['a'], ['a', 'b']]) {
    expect(openPageIn(pageChoice({ name: 'wall', ids }))).toEqual({ name: 'wall', ids })
  }
})

it('each team is shown for one of four times', () => {
  expect(['15', '300', '1', 'x', undefined].map(dwellIn)).toEqual([15, 300, 30, 30, 30])
})

it('an age is in minutes, hours or days', () => {
  const minute = 60_000
  const ages = [-5, 0, 1, 119, 120, 47 * 60 + 59, 48 * 60].map(minutes => ageText(0, minutes * minute))
  expect(ages).toEqual(['0 minutes', '0 minutes', '1 minute', '119 minutes', '2 hours', '47 hours', '2 days'])
})
