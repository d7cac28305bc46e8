import { bindJql } from '../../src/jql/bind-jql.ts'
import type { JqlContext } from '../../src/jql/catalogue.ts'
import { type CatalogueLists, catalogueOf } from '../../src/jql/catalogue-of.ts'
import { explainJql } from '../../src/jql/explain-jql.ts'
import { JqlError } from '../../src/jql/jql-error.ts'
import { parseJql } from '../../src/jql/parse-jql.ts'
import { parseZone } from '../../src/time/zone.ts'

/** A small tracker: two projects, a renamed status, versions of one name, a group, saved filters. */
export const sampleLists: CatalogueLists = {
  fields: [
    { id: 'customfield_10020', name: 'Story Points', kind: 'number', multi: false, alias: null },
    { id: 'customfield_10021', name: 'Team', kind: 'option', multi: false, alias: null },
    { id: 'customfield_10022', name: 'Team', kind: 'option', multi: false, alias: null },
    { id: 'customfield_10023', name: 'Root Cause', kind: 'text', multi: false, alias: null },
    { id: 'customfield_10024', name: 'Severity', kind: 'option', multi: false, alias: null },
    { id: 'customfield_10025', name: 'Epic Link', kind: 'issue', multi: false, alias: null },
    { id: 'customfield_10026', name: 'Go Live', kind: 'datetime', multi: false, alias: null },
  ],
  dictionaries: {
    project: [
      { id: '1', name: 'Apollo Programme', otherNames: ['APO'] },
      { id: '2', name: 'Borealis', otherNames: ['BOR'] },
    ],
    status: [
      { id: '10', name: 'To Do', category: 'new' },
      { id: '11', name: 'In Progress', category: 'indeterminate' },
      { id: '12', name: 'Done', category: 'done' },
      { id: '13', name: 'Odd', category: null },
    ],
    type: [
      { id: '20', name: 'Bug', subtask: false },
      { id: '21', name: 'Sub-task', subtask: true },
    ],
    priority: [
      { id: '30', name: 'Highest' },
      { id: '31', name: 'High' },
      { id: '32', name: 'Low' },
    ],
    resolution: [
      { id: '40', name: 'Fixed' },
      { id: '41', name: 'Duplicate' },
    ],
    version: [
      { id: '50', name: '1.0', project: '1', released: true, archived: false },
      { id: '51', name: '1.1', project: '1', released: true, archived: false },
      { id: '52', name: '2.0', project: '1', released: false, archived: false },
      { id: '53', name: '1.0', project: '2', released: true, archived: true },
      { id: '54', name: '9', project: '2', released: false, archived: false },
    ],
    component: [{ id: '60', name: 'Engine', project: '1' }],
    sprint: [
      { id: '70', name: 'Sprint 1', state: 'closed' },
      { id: '71', name: 'Sprint 2', state: 'active' },
      { id: '72', name: 'Sprint 3', state: 'future' },
    ],
    user: [
      { id: 'ann', name: 'Ann Able', otherNames: ['ann', 'ann@example.org'] },
      { id: 'bob', name: 'Bob Baker', otherNames: ['bob'] },
      { id: 'cy', name: 'Cy Young', otherNames: ['cy'] },
    ],
  },
  groups: [{ name: 'crew', members: ['ann', 'bob'] }],
  filters: [
    { id: '900', name: 'Open bugs', text: 'type = Bug AND resolution IS EMPTY ORDER BY created' },
    { id: '901', name: 'Snake', text: 'filter = Tail' },
    { id: '902', name: 'Tail', text: 'filter = 901' },
    { id: '903', name: 'Everything', text: '' },
    { id: '904', name: 'Torn', text: 'type =' },
    { id: '905', name: 'Lost', text: 'status = Nowhere' },
  ],
  linkTypes: [{ id: 'L1', name: 'Duplicate', outward: 'duplicates', inward: 'is duplicated by' }],
  heldNames: {
    status: ['Open', 'To Do'],
    customfield_10021: ['Red'],
    customfield_10022: ['Red'],
    customfield_10024: ['S1', 'S2'],
  },
}

/** Friday, 15 March 2024, 14:30 in Berlin; weeks begin on Monday; Ann asks. */
export const sampleContext: JqlContext = {
  catalogue: catalogueOf(sampleLists),
  issues: new Map(
    [
      ['APO-1', '100', '1', 1],
      ['APO-2', '101', '1', 2],
      ['BOR-7', '102', '2', 7],
    ].flatMap(([key, id, project, number]) => {
      const issue = { id: String(id), project: String(project), number: Number(number) }
      return [
        [String(key), issue],
        [String(id), issue],
      ] as const
    }),
  ),
  now: Date.parse('2024-03-15T13:30:00Z'),
  zone: parseZone('Europe/Berlin')!,
  currentUser: 'ann',
  firstDayOfWeek: 1,
  hoursPerDay: 8,
  daysPerWeek: 5,
}

/** What a query is understood as, in words; the order is left out. */
export function meaning(text: string, context: Partial<JqlContext> = {}): string {
  const all = { ...sampleContext, ...context }
  return explainJql(bindJql(parseJql(text), all), all).replace(/\norder by .*$/, '')
}

/** The messages of all mistakes in a query; empty when there is none. */
export function mistakes(text: string, context: Partial<JqlContext> = {}): string[] {
  try {
    bindJql(parseJql(text), { ...sampleContext, ...context })
    return []
  } catch (error) {
    if (error instanceof JqlError) return error.mistakes.map(({ message }) => message)
    throw error
  }
}

/** A tree without its text and its places. */
export function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (value === null || typeof value !== 'object') return value
  const rest = Object.entries(value).filter(([name]) => name !== 'span' && name !== 'text')
  return Object.fromEntries(rest.map(([name, part]) => [name, withoutPlaces(part)]))
}
