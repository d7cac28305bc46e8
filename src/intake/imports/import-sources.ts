import { UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ImportBatch } from '../../store/batches/import-batch.ts'
import type { BatchWriter } from '../../store/batches/remote-batch.ts'
import type { ExportFile, ListTexts, OpenSources } from '../source/source.ts'
import type { SearchPage } from '../source/source-document.ts'
import type { ExportFormat } from '../source/sources.ts'
import { type ImportSummary, importHistories } from './import-histories.ts'
import type { TrackerFacts } from './tracker-facts.ts'

/** The input and the options of an import. */
export interface SourcesImport {
  readonly files: readonly ExportFile[]
  readonly lists: ListTexts
  /** Skip unreadable issues instead of rejecting their file. */
  readonly skipInvalid: boolean
  /** Accept files in which no issue has a change log. */
  readonly withoutHistories?: boolean
  /** Accept a tracker whose base address differs from the store's. */
  readonly newAddress?: boolean
  /** Accept files with fewer issues than their search pages announce. */
  readonly partial?: boolean
  /** Replace the demo if the store contains it. */
  readonly replaceDemo?: boolean
  /** Whole weeks by which the dates of the demo move. */
  readonly weeks?: number
  /** The time at which the lists were read. */
  readonly at: Instant
  readonly signal?: AbortSignal
  /** Called with the number of issues read from a file, after every few of them. */
  readonly onProgress?: (file: ExportFile, issues: number) => void
  /** Called with the summary of a file as soon as it is imported. */
  readonly onFile?: (file: ExportFile, summary: ImportSummary) => void
}

/** Which files to import, and how. */
export type FilesImport = SourcesImport & {
  /** Their format; DEFAULT_FORMAT by default. */
  readonly format?: ExportFormat
}

/** The options of an import of the demo. */
export type DemoImport = Pick<SourcesImport, 'at' | 'signal' | 'weeks'>

/** The part of an import that depends on the kind of source. */
export interface SourceChoice {
  readonly open: OpenSources
  /** Whether it is the demo, which must not be mixed with another tracker. */
  readonly isDemo: boolean
}

/**
 * Imports the sources that `open` returns, in order, each as one batch. The facts describe the store before the import.
 *
 * If a source fails, the earlier ones stay imported. Throws the errors of `open` and importHistories; DEMO_UNWANTED if the
 * demo would be mixed with issues of another tracker; STORE_CONNECTED for the demo in a store with a connection;
 * DEMO_IN_STORE; and IMPORT_INCOMPLETE, after all files were imported, if search pages are missing.
 */
export async function importSources(
  store: BatchWriter,
  { dir, issues, isDemo: wasDemo, listed, connections, connected }: TrackerFacts,
  { open, isDemo }: SourceChoice,
  work: SourcesImport,
): Promise<readonly ImportSummary[]> {
  const { files, lists, at, signal, weeks } = work
  const [connection] = connections
  if (isDemo && connection !== undefined) throw new UserError('STORE_CONNECTED', { dir, connection })
  if (isDemo && !wasDemo && issues > 0) throw new UserError('DEMO_UNWANTED', { dir, issues })
  if (!isDemo && wasDemo && !work.replaceDemo) throw new UserError('DEMO_IN_STORE', { dir })
  const begin = (batch: ImportBatch) => {
    if (isDemo || wasDemo) batch.replaceTracker({ isDemo })
  }
  const summaries: ImportSummary[] = []
  for (const [index, source] of (
    await open({ files, lists, fields: wasDemo ? [] : listed, signal, weeks })
  ).entries()) {
    signal?.throwIfAborted()
    const file = files[index]
    const summary = await importHistories(store, source, {
      at,
      connected,
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

/** A search whose pages are not all in the files; `total` is `null` if the tracker does not report it. */
export interface MissingPages {
  readonly found: number
  readonly total: number | null
}

/**
 * Returns the searches whose pages contain fewer issues than announced, or have a page that is cut off.
 *
 * `pages` are in the order of the files. A page that starts at 0 starts a new search. Pages before the first such page
 * belong to it, because files may be sorted by name. The page with the highest start has the most recent total.
 */
export function missingPages(pages: readonly SearchPage[]): readonly MissingPages[] {
  const numbered = pages.filter(({ total }) => total !== null)
  const parts = searchesOf(numbered).flatMap((search): MissingPages[] => {
    const found = search.reduce((sum, { issues }) => sum + issues, 0)
    const { total } = search.reduce((last, page) => (page.startAt >= last.startAt ? page : last))
    return found < total! ? [{ found, total }] : []
  })
  const others = pages.filter(({ total }) => total === null)
  const found = others.reduce((sum, { issues }) => sum + issues, 0)
  const hasEnd = others.some(({ hasNextPage }) => !hasNextPage)
  const isTruncated = others.some(page => page.isTruncated)
  return others.length > 0 && (isTruncated || !hasEnd) ? [...parts, { found, total: null }] : parts
}

function searchesOf(pages: readonly SearchPage[]): SearchPage[][] {
  const searches: SearchPage[][] = []
  let isStarted = false
  for (const page of pages) {
    const search = searches.at(-1)
    if (search && !(page.startAt === 0 && isStarted)) search.push(page)
    else searches.push([page])
    isStarted ||= page.startAt === 0
  }
  return searches
}
