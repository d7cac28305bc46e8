import type { FieldValue, IssueHistory } from '../../src/history/model.ts'
import { toStays } from '../../src/history/to-stays.ts'
import type { Store } from '../../src/store/store.ts'
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

async function fill(store: Store, { issues }: Tracker): Promise<void> {
  await store.importBatch('world', async batch => {
    batch.record(worldObservations())
    batch.setStatuses(listedStatuses())
    batch.setGroups(GROUPS)
    for (const history of [...issues, ...unbornIssues()]) batch.add(history, toStays(history, isMultiField))
  })
}

/** Returns issues outside of all reports that have every value of the world, so that all names are visible. */
export function unbornIssues(): IssueHistory[] {
  const most = Math.max(...FIELDS.map(({ values }) => values.length))
  return PROJECTS.flatMap(project => Array.from({ length: most }, (_, n) => unbornIssue(project, n)))
}

function unbornIssue(project: (typeof PROJECTS)[number], n: number): IssueHistory {
  const [created, number] = [NOW + 1, 9_000 + n]
  const valuesOf = ({ multi, values }: WorldField): readonly FieldValue[] =>
    multi ? values : [values[n % values.length]!]
  return {
    ...{ id: `unborn ${project.id} ${n}`, key: `${project.key}-${number}`, number, project },
    ...{ created, updated: created, resolved: null, summary: 'Of another time', description: null, creator: null },
    present: new Map(FIELDS.map(field => [field.id, valuesOf(field)])),
    ...{ changes: [], truncated: false, hasLog: true },
  }
}
