import type { IssueHistory } from '../../src/history/model.ts'
import { toStays } from '../../src/history/to-stays.ts'
import type { Store } from '../../src/store/store.ts'
import {
  GROUPS,
  isMultiField,
  LISTED,
  listedStatuses,
  NOW,
  PROJECTS,
  type Tracker,
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
    for (const history of [...issues, ...PROJECTS.map(unbornIssue)]) batch.add(history, toStays(history, isMultiField))
  })
}

/** An issue outside of all reports, so that every project of the world exists. */
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
    summary: 'Of another time',
    description: null,
    creator: null,
    present: new Map([['status', [LISTED[0]]]]),
    changes: [],
    truncated: false,
    hasLog: true,
  }
}
