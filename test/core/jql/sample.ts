import { atOnce } from '../../../src/core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../../src/core/catalogue/jql-catalogue.ts'
import type { Catalogue, Field, Person, SavedQuery } from '../../../src/core/catalogue/model.ts'
import type { FieldKind } from '../../../src/core/fields/field.ts'
import { bindJql } from '../../../src/core/jql/bind-jql.ts'
import { explainJql } from '../../../src/core/jql/explain-jql.ts'
import type { JqlContext } from '../../../src/core/jql/jql-context.ts'
import { JqlError } from '../../../src/core/jql/jql-error.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { parseZone } from '../../../src/core/time/zone.ts'
import { EMPTY_CATALOGUE } from '../../support/empty-catalogue.ts'

/** A small tracker: two projects, a renamed status, versions with equal names, a group, saved filters. */
export const sampleCatalogue: Catalogue = {
  ...EMPTY_CATALOGUE,
  fields: [
    field('customfield_10020', 'Story Points', 'number'),
    field('customfield_10021', 'Team', 'option'),
    field('customfield_10022', 'Team', 'option'),
    field('customfield_10023', 'Root Cause', 'text'),
    field('customfield_10024', 'Severity', 'option'),
    field('customfield_10025', 'Epic Link', 'issue'),
    field('customfield_10026', 'Go Live', 'datetime'),
  ],
  projects: [
    { id: 1, ref: '1', key: 'APO', name: 'Apollo Programme' },
    { id: 2, ref: '2', key: 'BOR', name: 'Borealis' },
  ],
  statuses: [
    { id: '10', name: 'To Do', category: 'new', deleted: false },
    { id: '11', name: 'In Progress', category: 'indeterminate', deleted: false },
    { id: '12', name: 'Done', category: 'done', deleted: false },
    { id: '13', name: 'Odd', category: null, deleted: false },
  ],
  types: [
    { id: '20', name: 'Bug', subtask: false, hierarchyLevel: null },
    { id: '21', name: 'Sub-task', subtask: true, hierarchyLevel: null },
  ],
  priorities: [
    { id: '30', name: 'Highest' },
    { id: '31', name: 'High' },
    { id: '32', name: 'Low' },
  ],
  resolutions: [
    { id: '40', name: 'Fixed' },
    { id: '41', name: 'Duplicate' },
  ],
  versions: [
    { id: '50', name: '1.0', project: '1', released: true, archived: false },
    { id: '51', name: '1.1', project: '1', released: true, archived: false },
    { id: '52', name: '2.0', project: '1', released: false, archived: false },
    { id: '53', name: '1.0', project: '2', released: true, archived: true },
    { id: '54', name: '9', project: '2', released: false, archived: false },
  ],
  components: [{ id: '60', name: 'Engine', project: '1' }],
  sprints: [
    { id: '70', name: 'Sprint 1', state: 'closed' },
    { id: '71', name: 'Sprint 2', state: 'active' },
    { id: '72', name: 'Sprint 3', state: 'future' },
  ],
  people: [
    person('ann', 'Ann Able', 'ann@example.org'),
    person('bob', 'Bob Baker', null),
    person('cy', 'Cy Young', null),
  ],
  groups: [{ name: 'crew', members: ['ann', 'bob'] }],
  savedQueries: [
    savedQuery('900', 'Open bugs', 'type = Bug AND resolution IS EMPTY ORDER BY created'),
    savedQuery('901', 'Snake', 'filter = Tail'),
    savedQuery('902', 'Tail', 'filter = 901'),
    savedQuery('903', 'Everything', ''),
    savedQuery('904', 'Torn', 'type ='),
    savedQuery('905', 'Lost', 'status = Nowhere'),
  ],
  linkTypes: [{ id: 'L1', name: 'Duplicate', outward: 'duplicates', inward: 'is duplicated by' }],
  valueNames: {
    status: ['Open', 'To Do'],
    customfield_10021: ['Red'],
    customfield_10022: ['Red'],
    customfield_10024: ['S1', 'S2'],
  },
}

function field(id: string, name: string, kind: FieldKind): Field {
  return { id, name, kind, multi: false, alias: null, listed: false }
}

function person(id: string, displayName: string, email: string | null): Person {
  return { id, name: id, key: null, accountId: null, displayName, email, listed: false }
}

/** Returns a saved query without an owner. */
export function savedQuery(id: string, name: string, jql: string): SavedQuery {
  return { id, name, jql, owner: null }
}

/** Friday, 15 March 2024, 14:30 in Berlin; weeks start on Monday; the user is Ann. */
export const sampleContext: JqlContext = {
  catalogue: jqlCatalogueOf(sampleCatalogue),
  issues: new Map(
    [
      ['APO-1', '100', '1', 1],
      ['APO-2', '101', '1', 2],
      ['BOR-7', '102', '2', 7],
    ].flatMap(([key, id, project, number]) => {
      const issue = { id: String(id), key: String(key), project: String(project), number: Number(number) }
      return [
        [String(key), issue],
        [String(id), issue],
      ] as const
    }),
  ),
  now: Date.parse('2024-03-15T13:30:00Z'),
  zone: parseZone('Europe/Berlin')!,
  currentUser: 'ann',
}

/** Returns the description of a query, without the order. */
export function meaning(text: string, context: Partial<JqlContext> = {}): string {
  const all = { ...sampleContext, ...context }
  return explainJql(atOnce(bindJql(parseJql(text), all)), all).replace(/\norder by .*$/, '')
}

/** Returns the messages of all errors in a query. */
export function problems(text: string, context: Partial<JqlContext> = {}): string[] {
  try {
    atOnce(bindJql(parseJql(text), { ...sampleContext, ...context }))
    return []
  } catch (error) {
    if (error instanceof JqlError) return error.problems.map(({ message }) => message)
    throw error
  }
}

/** Returns a tree without its text and its spans. */
export function withoutLocations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLocations)
  if (value === null || typeof value !== 'object') return value
  const rest = Object.entries(value).filter(([name]) => name !== 'span' && name !== 'text')
  return Object.fromEntries(rest.map(([name, part]) => [name, withoutLocations(part)]))
}
