import type { SimulatedIssue } from './simulated-issue.ts'

/**
 * Removes an entry from an issue's history, as if it had been lost; returns whether there was one.
 *
 * The removed entry changed only one field, and was neither its first nor its last change. So the next change of the
 * field starts from a value that the remaining history does not have.
 */
export function loseEntry(issue: SimulatedIssue, field: 'status' | 'assignee'): boolean {
  const changes = issue.entries.filter(entry => entry.items.some(item => item.field.name === field))
  const lost = changes.slice(1, -1).find(entry => entry.items.length === 1)
  if (lost === undefined) return false
  issue.entries.splice(issue.entries.indexOf(lost), 1)
  return true
}
