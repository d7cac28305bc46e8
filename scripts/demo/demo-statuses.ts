import type { Status } from './statuses.ts'
import { statuses } from './statuses.ts'

const categories = {
  new: { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' },
  indeterminate: { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  done: { id: 3, key: 'done', colorName: 'green', name: 'Done' },
} as const

/** A status as a tracker's REST API gives it. */
export interface RestStatus {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly statusCategory: (typeof categories)[keyof typeof categories]
}

/**
 * The demo tracker's statuses in its own order, as its REST API would list them.
 *
 * `Ready to Deploy` is not among them, because it was deleted; `Selected` has its present name.
 */
export function demoStatuses(): RestStatus[] {
  return Object.values(statuses)
    .filter(status => status !== statuses.readyToDeploy)
    .map(restStatus)
}

/** One status in the shape of the REST API. */
export function restStatus({ id, name, category }: Status): RestStatus {
  return { id, name, description: '', statusCategory: categories[category] }
}
