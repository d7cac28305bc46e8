import type { FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import {
  FIELDS,
  GROUPS,
  isMultiField,
  listedStatuses,
  NOW,
  PROJECTS,
  type Tracker,
  type WorldField,
  worldObservations,
} from '../support/tracker-world.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'

/** Runs `work` with a store that contains a tracker. */
export function withStore<T>(tracker: Tracker, work: (store: Store) => Promise<T>): Promise<T> {
  return withTemporaryStore(async store => {
    await fill(store, tracker)
    return work(store)
  })
}

/** Creates a store that contains a tracker for the tests of a file, and removes it after them. */
export async function worldStore(tracker: Tracker): Promise<Store> {
  const store = await temporaryStore()
  await fill(store, tracker)
  return store
}

async function fill(store: Store, { issues, hasGap }: Tracker): Promise<void> {
  const others = hasGap ? [...unbornIssues(), interruptedIssue()] : unbornIssues()
  await store.importBatch('world', async batch => {
    batch.record(worldObservations())
    batch.setStatuses(listedStatuses())
    batch.setGroups(GROUPS)
    for (const history of [...issues, ...others]) batch.add(history, toStays(history, isMultiField))
  })
}

/** Returns issues outside of all reports that have every value of the world, so that all names are visible. */
export function unbornIssues(): IssueHistory[] {
  const most = Math.max(...FIELDS.map(({ values }) => values.length))
  return PROJECTS.flatMap(project => Array.from({ length: most }, (_, n) => unbornIssue(project, n)))
}

/** Returns an unborn issue that was in no status at last. */
function interruptedIssue(): IssueHistory {
  const issue = unbornIssue(PROJECTS[0]!, 0)
  const change = {
    field: 'status',
    from: issue.present.get('status')!,
    to: [],
    at: issue.created + 1,
    author: null,
    entry: '1',
  }
  const present = new Map([...issue.present, ['status', []]])
  return {
    ...issue,
    id: 'interrupted',
    key: `${issue.key}1`,
    number: issue.number * 10 + 1,
    present,
    changes: [change],
  }
}

function unbornIssue(project: (typeof PROJECTS)[number], n: number): IssueHistory {
  const [created, number] = [NOW + 1, 9_000 + n]
  const valuesOf = ({ multi, values }: WorldField): readonly FieldValue[] =>
    multi ? values : [values[n % values.length]!]
  return {
    id: `unborn ${project.id} ${n}`,
    key: `${project.key}-${number}`,
    number,
    project,
    created,
    updated: created,
    resolved: null,
    summary: 'Of another time',
    description: null,
    creator: null,
    present: new Map(FIELDS.map(field => [field.id, valuesOf(field)])),
    changes: [],
    truncated: false,
    hasLog: true,
    lastEntry: null,
    unreadable: [],
    invalid: [],
    formerKeys: [],
  }
}
