import type { BatchServices } from '../../store/batches/remote-batch.ts'
import type { ExportFile } from '../source/source.ts'
import type { SourceKind } from '../source/sources.ts'
import type { ImportSummary } from './import-histories.ts'
import type { SourcesImport } from './import-sources.ts'
import type { TrackerFacts } from './tracker-facts.ts'

/** A file as another thread or process knows it; its bytes are requested. */
export type NamedFile = Omit<ExportFile, 'open'>

/** The settings of an import of files that are plain data. */
export type FilesSettings = Omit<SourcesImport, 'files' | 'signal' | 'onProgress' | 'onFile'> & {
  readonly files: readonly NamedFile[]
}

/** The job of an importer, as plain data. */
export interface ImportJob {
  readonly tracker: TrackerFacts
  /** By default DEFAULT_FORMAT. */
  readonly kind?: SourceKind | undefined
  readonly settings: FilesSettings
}

/** The services that the store's thread provides to an importer. */
export interface ImportServices extends BatchServices {
  /** Opens a file, by its position, for reading as `stream`. */
  readonly open: (stream: number, file: number) => Promise<void>
  /** Returns the next bytes of a stream; `null` at its end. */
  readonly read: (stream: number) => Promise<Uint8Array | null>
  readonly close: (stream: number) => Promise<void>
}

/** A progress report of an importer. */
export type ImporterEvent =
  | { readonly progress: { readonly file: number; readonly issues: number } }
  | { readonly file: { readonly file: number; readonly summary: ImportSummary } }
