import { describe, expect, it } from 'vitest'
import { issueQuery } from '../../../src/web/builder/issue-query.ts'
import { catalogue } from './catalogue.ts'

describe('the query of the chosen issues', () => {
  it('finds the same issues', () => {
    expect(issueQuery({ filterType: 'project', projectKey: 'OR' }, catalogue)).toBe('project = "OR"')
    expect(issueQuery({ filterType: 'user', user: 'a"b\\c' }, catalogue)).toBe('assignee = "a\\"b\\\\c"')
    expect(issueQuery({ filterType: 'sprint', sprintID: '7' }, catalogue)).toBe('sprint = 7')
    expect(issueQuery({ filterType: 'jqlfilter', jqlFilterID: '10100' }, catalogue)).toBe(
      'type = Bug AND resolution IS EMPTY',
    )
  })

  it('is null before issues are chosen', () => {
    expect(issueQuery({ filterType: 'project' }, catalogue)).toBeNull()
    expect(issueQuery({}, catalogue)).toBeNull()
  })
})
