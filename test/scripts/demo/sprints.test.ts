import { describe, expect, it } from 'vitest'
import { nextSprint, sprintsOf } from '../../../scripts/demo/sprints.ts'

const sprints = sprintsOf('WEB', 1, 0)

describe('the sprints of a project', () => {
  it('are all closed except one active and one future sprint', () => {
    expect(sprints.slice(0, -2).every(sprint => sprint.state === 'closed')).toBe(true)
    expect(sprints.slice(-2).map(sprint => sprint.state)).toEqual(['active', 'future'])
  })

  it('last two weeks each, back to back', () => {
    sprints.slice(1).forEach((sprint, index) => {
      expect(sprint.start - sprints[index]!.start).toBe(14 * 86_400_000)
      expect(sprint.start).toBeGreaterThan(sprints[index]!.end)
    })
  })

  it('are formatted as in Data Center', () => {
    expect(sprints[0]!.text).toMatch(
      /^com\.atlassian\.greenhopper\.service\.sprint\.Sprint@[0-9a-f]+\[id=1,rapidViewId=1,state=CLOSED,name=WEB Sprint 1,startDate=2024-01-10T09:30:00\.000Z,endDate=2024-01-24T08:30:00\.000Z,completeDate=2024-01-24T08:30:00\.000Z,sequence=1,goal=\]$/,
    )
  })

  it('are found by their start', () => {
    expect(nextSprint(sprints, sprints[0]!.start - 1)?.index).toBe(0)
    expect(nextSprint(sprints, sprints[0]!.start)?.index).toBe(1)
    expect(nextSprint(sprints, sprints[1]!.start - 1)?.index).toBe(1)
    expect(nextSprint(sprints, sprints.at(-1)!.start)).toBeUndefined()
  })
})
