import { expect, it } from 'vitest'
import { demoStatuses } from '../../../scripts/demo/demo-statuses.ts'

it('the tracker lists its statuses in order, with the renamed one under its new name and without the deleted one', () => {
  expect(demoStatuses().map(status => `${status.id} ${status.name} (${status.statusCategory.key})`)).toEqual([
    '10000 To Do (new)',
    '10002 Backlog (new)',
    '1 Open (new)',
    '10003 Selected (new)',
    '3 In Progress (indeterminate)',
    '10104 Blocked (indeterminate)',
    '10100 Code Review (indeterminate)',
    '10103 Review (indeterminate)',
    '10101 Testing (indeterminate)',
    '10106 Investigating (indeterminate)',
    '10105 Waiting for Customer (indeterminate)',
    '10001 Done (done)',
    '5 Resolved (done)',
    '6 Closed (done)',
  ])
})

it('every category has its display name', () => {
  const names = new Set(demoStatuses().map(status => status.statusCategory.name))
  expect([...names]).toEqual(['To Do', 'In Progress', 'Done'])
})
