import type { Status } from './statuses.ts'
import { statuses } from './statuses.ts'

const categories = {
  new: { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' },
  indeterminate: { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  done: { id: 3, key: 'done', colorName: 'green', name: 'Done' },
} as const

/** A status in the format of a tracker's REST API. */
export interface RestStatus {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly statusCategory: (typeof categories)[keyof typeof categories]
}

/**
 * Returns the statuses of the demo tracker in its order, in the format of its REST API.
 *
 * `Ready to Deploy` is missing because it was deleted; `Selected` has its current name.
 */
export function demoStatuses(): RestStatus[] {
  return Object.values(statuses)
    .filter(status => status !== statuses.readyToDeploy)
    .map(restStatus)
}

/** Converts a status to the format of the REST API. */
export function restStatus({ id, name, category }: Status): RestStatus {
  return { id, name, description: '', statusCategory: categories[category] }
}
