import { UserError } from '../base/errors.ts'
import { demoFields } from '../source/demo/demo-fields.ts'
import { demoGroups } from '../source/demo/demo-groups.ts'
import { demoIssues } from '../source/demo/demo-issues.ts'
import { demoStatuses } from '../source/demo/demo-statuses.ts'
import { demoUsers } from '../source/demo/demo-users.ts'
import { type KnownFields, knownFields } from '../source/jira/known-fields.ts'
import { readFieldList } from '../source/jira/read-field-list.ts'
import { readGroupList } from '../source/jira/read-group-list.ts'
import { readStatusList } from '../source/jira/read-status-list.ts'
import { readUserList } from '../source/jira/read-user-list.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time/instant.ts'
import { type HistorySource, type ImportSummary, importHistories, type SourceIssue } from './import-histories.ts'
import { readIssue } from './jira-source.ts'
import { storeSummary } from './store-summary.ts'
import { fillLists, type TrackerLists } from './tracker-lists.ts'

const NAME = 'the demo'

/** How to import the demo. */
export interface DemoImport {
  /** When its lists were told. */
  readonly at: Instant
  readonly signal?: AbortSignal
}

/**
 * Brings the demo's tracker into the store, by the same way as any other.
 *
 * Throws DEMO_UNWANTED when the store holds issues of another tracker, whose statuses and groups it would spoil.
 */
export async function importDemo(store: Store, { at, signal }: DemoImport): Promise<ImportSummary> {
  await refuseOtherTrackers(store)
  const lists = demoLists()
  return importHistories(store, demoSource(lists), {
    skipInvalid: false,
    lists: batch => {
      batch.replaceTracker({ isDemo: true })
      fillLists(batch, lists, at)
    },
    ...(signal ? { signal } : {}),
  })
}

/** Whether what the store holds of a tracker is the demo. */
export async function holdsDemo(store: Store): Promise<boolean> {
  return (await storeSummary(store)).isDemo
}

async function refuseOtherTrackers(store: Store): Promise<void> {
  const { dir, issues, isDemo } = await storeSummary(store)
  if (!isDemo && issues > 0) throw new UserError('DEMO_UNWANTED', { dir, issues })
}

function demoLists(): TrackerLists {
  return {
    statuses: readStatusList(demoStatuses(), NAME),
    groups: readGroupList(demoGroups(), NAME),
    users: readUserList(demoUsers(), NAME),
    fields: readFieldList(demoFields(), NAME),
  }
}

function demoSource(lists: TrackerLists): HistorySource {
  const known = knownFields(lists.fields ?? [])
  return { name: NAME, issues: issuesOf(known) }
}

function* issuesOf(known: KnownFields): Generator<SourceIssue> {
  let number = 0
  for (const issue of demoIssues()) yield readIssue(`issue ${++number}`, issue, known)
}
