import type { FieldValue } from '../../../../src/core/history/model.ts'
import { type KnownFields, knownFields } from '../../../../src/intake/source/jira/known-fields.ts'
import { type JiraIssue, readJiraIssue } from '../../../../src/intake/source/jira/read-issue.ts'

/** An item of a change log: field, from id, from label, to id, to label; then members to add or replace. */
export type Item = [string, unknown, unknown, unknown, unknown, Record<string, unknown>?]

/** Returns an issue in Jira's format, with one entry per minute for each list of items. */
export function sample(fields: Record<string, unknown>, ...entries: Item[][]) {
  return {
    id: '10001',
    key: 'FCREPO-12',
    fields: { created: '2024-03-01T10:00:00.000+0100', project: { id: '7', key: 'FCREPO', name: 'Fedora' }, ...fields },
    changelog: { total: entries.length, histories: entries.map(entryOf) },
  }
}

function entryOf(items: Item[], index: number) {
  return {
    id: String(501 + index),
    created: new Date(Date.UTC(2024, 2, 1, 9, index + 1)).toISOString().replace('Z', '+0000'),
    items: items.map(([field, from, fromLabel, to, toLabel, more]) => {
      return { field, fieldtype: 'jira', from, fromString: fromLabel, to, toString: toLabel, ...more }
    }),
  }
}

/** Reads an issue without declared fields. */
export function readSample(issue: unknown, known: KnownFields = knownFields([])): JiraIssue {
  return readJiraIssue(issue, known)
}

/** Formats values: `10001=Open`, `Open` when id and label are equal, ` | ` between several, `-` for none. */
export function shown(values: readonly FieldValue[] | undefined): string {
  if (values === undefined) return 'left out'
  if (values.length === 0) return '-'
  return values.map(({ id, label }) => (id === label ? id : `${id}=${label}`)).join(' | ')
}

/** Formats the changes of an issue, such as `status: 1=Open -> 3=Done`. */
export function changesOf({ history }: JiraIssue): string[] {
  return history.changes.map(({ field, from, to }) => `${field}: ${shown(from)} -> ${shown(to)}`)
}

/** Formats the present values of a field. */
export function present({ history }: JiraIssue, field: string): string {
  return shown(history.present.get(field))
}
