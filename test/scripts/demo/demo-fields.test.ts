import { describe, expect, it } from 'vitest'
import { demoFields } from '../../../scripts/demo/demo-fields.ts'
import { demoIssues } from '../../../scripts/demo/demo-issues.ts'
import type { RestIssue } from './rest-issue.ts'

const ids = demoFields().map(field => field.id)

describe('the fields of the demo', () => {
  it('are unique', () => {
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('include all fields of an issue except a parent', () => {
    const issue = demoIssues({ issues: 1 }).next().value as RestIssue
    expect(Object.keys(issue.fields).filter(id => id !== 'parent' && !ids.includes(id))).toEqual([])
  })

  it('include all fields that histories name by id', () => {
    const named = new Set<string>()
    for (const issue of demoIssues()) {
      for (const { items } of (issue as RestIssue).changelog.histories) {
        for (const { fieldId } of items) if (fieldId !== undefined) named.add(fieldId)
      }
    }
    expect([...named].filter(id => !ids.includes(id))).toEqual([])
  })

  it('use the ids of the demo for the custom ones', () => {
    const custom = demoFields().filter(field => field.custom)
    expect(custom.map(field => `${field.id} ${field.name}: ${field.schema.type}`)).toEqual([
      'customfield_10001 Sprint: array',
      'customfield_10002 Story Points: number',
      'customfield_10003 Team: option',
      'customfield_10004 Flagged: array',
    ])
  })
})
