import fc from 'fast-check'
import { jqlCatalogueOf } from '../../src/core/catalogue/jql-catalogue.ts'
import type { Catalogue, Person } from '../../src/core/catalogue/model.ts'
import type { FieldKind } from '../../src/core/fields/field.ts'
import type { Entity, FieldValue, IssueHistory, Observation } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { EMPTY_CATALOGUE } from '../support/empty-catalogue.ts'
import {
  DAWN,
  DELETED,
  FIELDS,
  GROUPS,
  LISTED,
  NOW,
  PROJECTS,
  STATUSES,
  type Tracker,
  USERS,
  worldObservations,
} from '../support/tracker-world.ts'
import { instants, trackers } from '../support/trackers.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'

// The world of the trackers, with all other data that queries use: texts, numbers, days, sprints, and old names.

const HOUR = 3_600_000

interface JqlWorldField {
  readonly id: string
  readonly name: string
  readonly kind: FieldKind
  readonly multi: boolean
}

/** The fields that issues of this world have in addition to those with histories. */
const MORE_FIELDS: readonly JqlWorldField[] = [
  more('reporter', 'Reporter', 'user'),
  more('resolution', 'Resolution', 'resolution'),
  more('versions', 'Affects Version/s', 'version', true),
  more('components', 'Components', 'component', true),
  more('sprint', 'Sprint', 'sprint', true),
  more('environment', 'Environment', 'text'),
  more('duedate', 'Due Date', 'date'),
  more('timeoriginalestimate', 'Original Estimate', 'number'),
  // A second field named Team, with different case.
  more('customfield_3', 'team', 'option'),
  more('customfield_20', 'Story Points', 'number'),
  more('customfield_21', 'Go Live', 'datetime'),
  more('customfield_22', 'Root Cause', 'text'),
]

function more(id: string, name: string, kind: FieldKind, multi = false): JqlWorldField {
  return { id, name, kind, multi }
}

const ALL_FIELDS: readonly JqlWorldField[] = [...FIELDS, ...MORE_FIELDS]

const CATEGORIES: Readonly<Record<string, string | null>> = { 20: 'new', 3: 'indeterminate', 7: 'done', 5: 'done' }
const categoryOf = (id: string): string | null => CATEGORIES[id] ?? null

const VERSIONS = [
  { id: '88', name: 'Next', project: '200', released: false, archived: false },
  { id: '89', name: 'v1', project: '100', released: true, archived: true },
  { id: '90', name: 'v2', project: '100', released: true, archived: false },
  { id: '110', name: 'v1', project: '200', released: null, archived: null },
] as const
const COMPONENTS = [
  { id: '5', name: 'Engine', project: '100' },
  { id: '6', name: 'engine', project: '200' },
  { id: '7', name: 'Door', project: '200' },
] as const
const SPRINTS = [
  { id: '8', name: 'Run', state: 'closed' },
  { id: '9', name: 'Walk', state: 'active' },
  { id: '10', name: 'Crawl', state: 'future' },
] as const
const RESOLUTIONS = [
  { id: '1', name: 'Fixed' },
  { id: '2', name: "Won't Do" },
] as const
const TYPES = [
  { id: '89', name: 'Bug', subtask: true, hierarchyLevel: -1 },
  { id: '90', name: 'Task', subtask: false, hierarchyLevel: 0 },
] as const
const PRIORITIES = [
  { id: '89', name: 'Low' },
  { id: '90', name: 'High' },
] as const

/** Returns the JQL catalogue of this world, built without a store; `valueNames` come from its issues. */
export function worldCatalogue(valueNames: Catalogue['valueNames'] = {}) {
  return jqlCatalogueOf({
    ...EMPTY_CATALOGUE,
    fields: ALL_FIELDS.map(field => ({ ...field, alias: null, listed: false })).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
    groups: GROUPS,
    valueNames,
    statuses: STATUSES.map(({ id, label }) => ({ id, name: label, category: categoryOf(id), deleted: false })),
    types: TYPES,
    priorities: PRIORITIES,
    resolutions: RESOLUTIONS,
    versions: VERSIONS,
    components: COMPONENTS,
    sprints: SPRINTS,
    projects: PROJECTS.map(({ id, key, name }, i) => ({ id: i + 1, ref: id, key, name })),
    people: USERS.flatMap(({ entity }) => (entity.kind === 'person' ? personOf(entity) : [])),
  })
}

function personOf({ id, name, key, accountId, displayName }: Extract<Entity, { kind: 'person' }>): Person {
  return { id, name, key, accountId, displayName, email: null, listed: false }
}

const isMulti = (id: string): boolean => ALL_FIELDS.find(field => field.id === id)?.multi ?? false

/** Returns the stays that an import creates for an issue of this world. */
export const staysOf = (history: IssueHistory) => toStays(history, isMulti).stays

/** Returns the kind of a field of this world. */
export const kindOf = (id: string): FieldKind => ALL_FIELDS.find(field => field.id === id)?.kind ?? 'text'

/** Runs `work` with a store that contains a tracker of this world. */
export function withJqlStore<T>(tracker: Tracker, work: (store: Store) => Promise<T>): Promise<T> {
  return withTemporaryStore(async store => {
    await fillJqlStore(store, tracker)
    return work(store)
  })
}

/** Writes a tracker of this world to an empty store. */
export async function fillJqlStore(store: Store, { issues }: Tracker): Promise<void> {
  await store.importBatch('world', async batch => {
    batch.record([...worldObservations(), ...observations()])
    batch.setStatuses(LISTED.map(({ id, label }) => ({ kind: 'status', id, name: label, category: categoryOf(id) })))
    batch.setGroups(GROUPS)
    for (const history of [...issues, ...PROJECTS.map(unbornIssue)]) batch.add(history, toStays(history, isMulti))
  })
}

function observations(): Observation[] {
  const entities: Entity[] = [
    ...MORE_FIELDS.map(({ id, name, kind, multi }) => ({ kind: 'field' as const, id, name, type: kind, multi })),
    ...VERSIONS.map(({ project, ...version }) => ({
      ...version,
      kind: 'version' as const,
      projectId: project,
      releaseDate: null,
    })),
    ...COMPONENTS.map(({ project, ...component }) => ({
      ...component,
      kind: 'component' as const,
      projectId: project,
    })),
    ...SPRINTS.map(sprint => ({ ...sprint, kind: 'sprint' as const, start: null, end: null, completed: null })),
    ...RESOLUTIONS.map(resolution => ({ ...resolution, kind: 'resolution' as const })),
    ...TYPES.map(type => ({ ...type, kind: 'type' as const })),
  ]
  return entities.map(entity => ({ entity, authority: 'list', at: DAWN }))
}

/** An issue outside of all reports, so that every project exists. */
function unbornIssue(project: (typeof PROJECTS)[number]): IssueHistory {
  const created = NOW + 1
  return {
    id: `unborn ${project.id}`,
    key: `${project.key}-9999`,
    number: 9999,
    project,
    created,
    updated: created,
    resolved: null,
    summary: 'engine broken foo',
    description: null,
    creator: null,
    present: new Map([['status', [LISTED[0]]]]),
    changes: [],
    truncated: false,
    hasLog: true,
    lastEntry: null,
    unreadable: [],
    invalid: [],
    formerKeys: [],
  }
}

/** The words of texts: forms of one stem, all cases, marks, digits, and non-words. */
const WORDS = [
  'engine',
  'Engines',
  'ENGINE',
  'broken',
  'breaks',
  'break',
  'the',
  'a_b',
  'ab',
  'foo',
  'Food',
  'fooo',
].concat(['naïve', 'NAÏVE', 'über', 'uber', '42', '日本', '100%', '!!!'])

const texts: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', '-', ', ', '\n')), { maxLength: 6 })
  .map(parts => parts.flat().join('').trim())

interface More {
  readonly summary: string
  readonly description: string | null
  readonly creator: string | null
  readonly updatedLater: number
  readonly present: Readonly<Record<string, readonly FieldValue[] | null>>
}

const named = (entries: readonly { readonly id: string; readonly name: string }[]): FieldValue[] =>
  entries.map(({ id, name }) => ({ id, label: name }))
const same = (...ids: string[]): FieldValue[] => ids.map(id => ({ id, label: id }))
const one = (values: readonly FieldValue[]) =>
  fc.option(fc.constantFrom(...values)).map(value => (value ? [value] : []))
const some = (values: readonly FieldValue[]) => fc.subarray([...values])

const mores: fc.Arbitrary<More> = fc.record({
  summary: texts,
  description: fc.option(texts),
  creator: fc.option(fc.constantFrom(...USERS.map(({ id }) => id)), { freq: 6 }),
  updatedLater: fc.constantFrom(0, HOUR),
  present: fc.record({
    reporter: one(USERS.map(({ id, displayName }) => ({ id, label: displayName }))),
    resolution: one(named(RESOLUTIONS)),
    versions: some(named(VERSIONS)),
    components: some(named(COMPONENTS)),
    sprint: some(named(SPRINTS)),
    environment: fc.option(texts).map(text => (text === null ? [] : same(text))),
    duedate: one(same('2024-02-28', '2024-02-29', '2024-03-01', '2024-04-05')),
    timeoriginalestimate: one(same('0', '3600', '14400', '28800')),
    customfield_3: one([
      { id: '71', label: 'Red' },
      { id: '72', label: 'Ochre' },
    ]),
    customfield_20: one(same('-1', '0', '0.5', '3', '8')),
    customfield_21: instants.chain(at => one(same(new Date(at).toISOString()))),
    customfield_22: fc.option(texts).map(text => (text === null ? [] : same(text))),
  }),
})

/** Generates trackers of this world. */
export const jqlTrackers: fc.Arbitrary<Tracker> = fc
  .tuple(trackers, fc.array(mores, { minLength: 14, maxLength: 14 }))
  .map(([{ issues }, all]) => ({ issues: issues.map((issue, i) => enriched(issue, all[i]!)) }))

function enriched(issue: IssueHistory, { summary, description, creator, present, updatedLater }: More): IssueHistory {
  const values = Object.entries(present).filter((entry): entry is [string, FieldValue[]] => entry[1] !== null)
  return {
    ...issue,
    summary,
    description,
    creator,
    updated: issue.updated + updatedLater,
    present: new Map([...issue.present, ...values]),
    changes: issue.changes.map(change => ({
      ...change,
      // The tracker has no entry for the last of the users.
      author: change.author === USERS[3]!.id ? null : change.author,
      from: change.from.map(value => asNamed(change.field, value, change.at)),
      to: change.to.map(value => asNamed(change.field, value, change.at)),
    })),
  }
}

/** Names that values had on the first day: `Backlog` is now `Open`, `Crimson` is now `Red`. */
function asNamed(field: string, value: FieldValue, at: number): FieldValue {
  if (at >= DAWN + 24 * HOUR) return value
  if (field === 'status' && value.id === LISTED[0].id) return { ...value, label: 'Backlog' }
  if (field === 'status' && value.id === LISTED[3].id) return { ...value, label: DELETED.label }
  if (field === 'customfield_1' && value.label === 'Red') return { ...value, label: 'Crimson' }
  if (field === 'fixVersions' && value.label === 'v1') return { ...value, label: 'v0' }
  return value
}
