import { UserError } from '../base/errors.ts'
import { type ExportFile, jiraSource } from '../source/jira/jira-source.ts'
import type { SearchPage } from '../source/source-document.ts'
import type { ImportBatch } from '../store/import-batch.ts'
import type { Instant } from '../time/instant.ts'
import type { TrackerFacts } from './import-demo.ts'
import { type BatchWriter, type ImportSummary, importHistories } from './import-histories.ts'
import { missingPages } from './missing-pages.ts'
import { fillLists, hasLists, type TrackerLists } from './tracker-lists.ts'

/** What to import, and how. */
export interface FilesImport {
  readonly files: readonly ExportFile[]
  readonly lists: TrackerLists
  /** Leave out what cannot be read instead of refusing its file. */
  readonly skipInvalid: boolean
  /** Take files in which no issue has a change log. */
  readonly withoutHistories?: boolean
  /** Take issues of a tracker with another base address than that of the store. */
  readonly newAddress?: boolean
  /** Accept files that hold fewer issues than their search pages say there are. */
  readonly partial?: boolean
  /** Take the place of the demo when the store holds it. */
  readonly replaceDemo?: boolean
  /** When the lists were told. */
  readonly at: Instant
  readonly signal?: AbortSignal
  /** Told the number of issues read of a file, after every few of them. */
  readonly onProgress?: (file: ExportFile, issues: number) => void
  /** Told what came of a file, as soon as it is kept. */
  readonly onFile?: (file: ExportFile, summary: ImportSummary) => void
}

/**
 * Imports files in their order, each as a batch of its own; the lists go with the first one. The facts are those of the
 * store before.
 *
 * What was imported before a file that fails is kept. Throws as importHistories and jiraSource do, and
 * DEMO_IN_STORE; IMPORT_INCOMPLETE, after all files were imported, when search pages are missing.
 */
export async function importFiles(
  store: BatchWriter,
  { dir, isDemo, listed }: TrackerFacts,
  work: FilesImport,
): Promise<void> {
  const { files, lists, at, signal } = work
  if (isDemo && !work.replaceDemo) throw new UserError('DEMO_IN_STORE', { dir })
  const begin = (batch: ImportBatch) => {
    if (isDemo) batch.replaceTracker({ isDemo: false })
    fillLists(batch, lists, at)
  }
  if (files.length === 0 && hasLists(lists)) await store.importBatch('lists', async batch => begin(batch))
  const fields = lists.fields ?? (isDemo ? [] : listed)
  const pages: SearchPage[] = []
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    const summary = await importHistories(store, jiraSource(file, fields, signal), {
      skipInvalid: work.skipInvalid,
      withoutHistories: work.withoutHistories ?? false,
      newAddress: work.newAddress ?? false,
      progress: issues => work.onProgress?.(file, issues),
      ...(signal ? { signal } : {}),
      ...(index === 0 ? { lists: begin } : {}),
    })
    pages.push(...summary.pages)
    work.onFile?.(file, summary)
  }
  const parts = work.partial ? [] : missingPages(pages)
  if (parts.length > 0) throw new UserError('IMPORT_INCOMPLETE', { parts })
}
