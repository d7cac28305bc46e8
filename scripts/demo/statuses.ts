import type { Instant } from '../../src/core/time/instant.ts'
import { RENAMING } from './period.ts'

/** A status of the demo's tracker. */
export interface Status {
  readonly id: string
  readonly name: string
  /** The name before {@link RENAMING}, if it differs. */
  readonly formerName?: string
  readonly category: 'new' | 'indeterminate' | 'done'
}

/** All statuses of the demo tracker in its order, past and present. `readyToDeploy` was deleted later. */
export const statuses = {
  toDo: { id: '10000', name: 'To Do', category: 'new' },
  backlog: { id: '10002', name: 'Backlog', category: 'new' },
  open: { id: '1', name: 'Open', category: 'new' },
  selected: { id: '10003', name: 'Selected', formerName: 'Selected for Development', category: 'new' },
  inProgress: { id: '3', name: 'In Progress', category: 'indeterminate' },
  blocked: { id: '10104', name: 'Blocked', category: 'indeterminate' },
  codeReview: { id: '10100', name: 'Code Review', category: 'indeterminate' },
  review: { id: '10103', name: 'Review', category: 'indeterminate' },
  testing: { id: '10101', name: 'Testing', category: 'indeterminate' },
  readyToDeploy: { id: '10102', name: 'Ready to Deploy', category: 'indeterminate' },
  investigating: { id: '10106', name: 'Investigating', category: 'indeterminate' },
  waitingForCustomer: { id: '10105', name: 'Waiting for Customer', category: 'indeterminate' },
  done: { id: '10001', name: 'Done', category: 'done' },
  resolved: { id: '5', name: 'Resolved', category: 'done' },
  closed: { id: '6', name: 'Closed', category: 'done' },
} as const satisfies Record<string, Status>

/** Returns the name of a status at an instant, as logged in histories of that time. */
export function statusNameAt(status: Status, at: Instant): string {
  return status.formerName !== undefined && at < RENAMING ? status.formerName : status.name
}
