import type { IssueType } from './model.ts'

/**
 * Returns whether issues of a type are of the standard level: no sub-tasks, and nothing above it, such as epics. A type
 * whose level is unknown is, unless it is one of sub-tasks.
 */
export function isStandardLevel({ subtask, hierarchyLevel }: IssueType): boolean {
  return !subtask && (hierarchyLevel === null || hierarchyLevel === 0)
}
