import type { Life } from './life.ts'

/**
 * Takes an entry out of an issue's history, as if it had been lost; tells whether there was one to lose.
 *
 * What is lost changed one field and nothing else, neither as the first of its changes nor as the last: so the next
 * change of the field starts from a value that, as far as the history tells, was not held.
 */
export function loseEntry(life: Life, field: 'status' | 'assignee'): boolean {
  const changes = life.entries.filter(entry => entry.items.some(item => item.field.name === field))
  const lost = changes.slice(1, -1).find(entry => entry.items.length === 1)
  if (lost === undefined) return false
  life.entries.splice(life.entries.indexOf(lost), 1)
  return true
}
