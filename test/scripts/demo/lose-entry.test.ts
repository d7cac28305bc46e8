import { describe, expect, it } from 'vitest'
import { demoIssues } from '../../../scripts/demo/demo-issues.ts'
import type { RestIssue } from './rest-issue.ts'
import { changesOf } from './rest-issue.ts'

describe('an issue that has lost an entry', () => {
  const issues = [...demoIssues()] as RestIssue[]

  it('has a change from a status that is not its previous one, and has the last one', () => {
    const broken = issues.filter(issue => {
      const items = changesOf(issue, 'status').map(({ item }) => item)
      return items.some((item, index) => index > 0 && item.from !== items[index - 1]!.to)
    })
    expect(broken).toHaveLength(3)
    for (const issue of broken) expect(changesOf(issue, 'status').at(-1)!.item.to).toBe(issue.fields.status.id)
  })

  it('is one in 400', () => {
    const count = (list: readonly RestIssue[]) =>
      list.filter(issue => hasGap(issue, 'status') || hasGap(issue, 'assignee')).length
    expect(count(issues)).toBe(5)
    expect(count([...demoIssues({ issues: 800 })] as RestIssue[])).toBe(2)
  })
})

function hasGap(issue: RestIssue, field: string): boolean {
  const items = changesOf(issue, field).map(({ item }) => item)
  return items.some((item, index) => index > 0 && item.from !== items[index - 1]!.to)
}
