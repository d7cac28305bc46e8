import { UserError } from '../base/errors.ts'
import type { ExportFile, ListTexts, OpenSources } from '../source/source.ts'
import type { SearchPage } from '../source/source-document.ts'
import type { ImportBatch } from '../store/import-batch.ts'
import type { Instant } from '../time/instant.ts'
import { type BatchWriter, type ImportSummary, importHistories } from './import-histories.ts'
import { missingPages } from './missing-pages.ts'
import type { TrackerFacts } from './tracker-facts.ts'

/** What to import, and how. */
export interface SourcesImport {
  readonly files: readonly ExportFile[]
  readonly lists: ListTexts
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
  /** When the lists were read, unless the tracker has a clock. */
  readonly at: Instant
  readonly signal?: AbortSignal
  /** Called with the number of issues read of a file, after every few of them. */
  readonly onProgress?: (file: ExportFile, issues: number) => void
  /** Called with the summary of a file, as soon as it is kept. */
  readonly onFile?: (file: ExportFile, summary: ImportSummary) => void
}

/** How to import the demo. */
export type DemoImport = Pick<SourcesImport, 'at' | 'signal'>

/** What the kind of source decides about an import. */
export interface SourceChoice {
  readonly open: OpenSources
  /** Whether it is the demo, which must not be mixed with another tracker. */
  readonly isDemo: boolean
}

/**
 * Imports what a kind of source opens, in order, each source as a batch of its own. The facts are those of the store before.
 *
 * What was imported before a source that fails is kept. Throws as `open` and importHistories do; DEMO_UNWANTED when the
 * demo would be mixed with issues of another tracker; DEMO_IN_STORE; IMPORT_INCOMPLETE, after all files were imported,
 * when search pages are missing.
 */
export async function importSources(
  store: BatchWriter,
  { dir, issues, isDemo: wasDemo, listed }: TrackerFacts,
  { open, isDemo }: SourceChoice,
  work: SourcesImport,
): Promise<readonly ImportSummary[]> {
  const { files, lists, at, signal } = work
  if (isDemo && !wasDemo && issues > 0) throw new UserError('DEMO_UNWANTED', { dir, issues })
  if (!isDemo && wasDemo && !work.replaceDemo) throw new UserError('DEMO_IN_STORE', { dir })
  const begin = (batch: ImportBatch) => {
    if (isDemo || wasDemo) batch.replaceTracker({ isDemo })
  }
  const summaries: ImportSummary[] = []
  for (const [index, source] of (await open({ files, lists, fields: wasDemo ? [] : listed, signal })).entries()) {
    signal?.throwIfAborted()
    const file = files[index]
    const summary = await importHistories(store, source, {
      at,
      skipInvalid: work.skipInvalid,
      withoutHistories: work.withoutHistories ?? false,
      newAddress: work.newAddress ?? false,
      progress: read => file && work.onProgress?.(file, read),
      ...(signal ? { signal } : {}),
      ...(index === 0 ? { begin } : {}),
    })
    summaries.push(summary)
    if (file) work.onFile?.(file, summary)
  }
  const pages: readonly SearchPage[] = summaries.flatMap(summary => summary.pages)
  const parts = work.partial ? [] : missingPages(pages)
  if (parts.length > 0) throw new UserError('IMPORT_INCOMPLETE', { parts })
  return summaries
}
