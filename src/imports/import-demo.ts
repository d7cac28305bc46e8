import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { storeSummary } from '../admin/store-summary.ts'
import { UserError } from '../base/errors.ts'
import { type ExportFile, jiraSource } from '../source/jira/jira-source.ts'
import type { ListedField } from '../source/jira/known-fields.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time/instant.ts'
import { type BatchWriter, type ImportSummary, importHistories } from './import-histories.ts'
import { fillLists, readLists, type TrackerLists } from './tracker-lists.ts'

const NAME = 'the demo'

/** An export of the demo's tracker. It is generated: npm run generate:demo. */
const FOLDER = new URL('../../assets/demo/', import.meta.url)

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
export async function importDemo(
  store: BatchWriter,
  { dir, issues, isDemo }: TrackerFacts,
  { at, signal }: DemoImport,
): Promise<ImportSummary> {
  if (!isDemo && issues > 0) throw new UserError('DEMO_UNWANTED', { dir, issues })
  const lists = await demoLists()
  return importHistories(store, jiraSource(demoIssues(), lists.fields ?? [], signal), {
    skipInvalid: false,
    lists: batch => {
      batch.replaceTracker({ isDemo: true })
      fillLists(batch, lists, at)
    },
    ...(signal ? { signal } : {}),
  })
}

/** What an import has to know of the tracker that the store holds. */
export interface TrackerFacts {
  /** The folder of the store. */
  readonly dir: string
  readonly issues: number
  readonly isDemo: boolean
  /** The tracker's list of fields from an earlier import: without it the same export could be read differently. */
  readonly listed: readonly ListedField[]
}

/** Reads the facts of a store. */
export async function trackerFacts(store: Store): Promise<TrackerFacts> {
  const { dir, issues, isDemo } = await storeSummary(store)
  return { dir, issues, isDemo, listed: (await store.catalogue()).fields.filter(({ listed }) => listed) }
}

/** Whether what the store holds of a tracker is the demo. */
export async function holdsDemo(store: Store): Promise<boolean> {
  return (await storeSummary(store)).isDemo
}

async function demoLists(): Promise<TrackerLists> {
  const [statuses, groups, users, fields] = await Promise.all(
    ['statuses', 'groups', 'users', 'fields'].map(async name => {
      const file = new URL(`${name}.json`, FOLDER)
      return { name: NAME, text: await readFile(file, 'utf8') }
    }),
  )
  return readLists({ statuses, groups, users, fields })
}

function demoIssues(): ExportFile {
  return { name: NAME, open: () => createReadStream(new URL('issues.jsonl.gz', FOLDER)), canReopen: true }
}
