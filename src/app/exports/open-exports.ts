import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { Load } from '../../core/base/fair-queue.ts'
import type { ReadFileRequest } from '../../store/plan/file-request.ts'
import type { ExportLog } from './export-deps.ts'
import type { ExportView } from './export-record.ts'

/** A page of exports, newest first. */
export interface ExportPage {
  readonly total: number
  readonly exports: readonly ExportView[]
}

/** A complete file. */
export interface ExportedFile {
  readonly path: string
  readonly fileName: string
  readonly mediaType: string
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** A file for one request. `release` removes it. */
export interface TemporaryFile extends ExportedFile {
  /** The number of issues of a list, or of rows of an aggregation. */
  readonly total: number
  readonly warnings: readonly string[]
  readonly release: () => Promise<void>
}

/** The exports of reports to files. A caller only sees own exports. */
export interface Exports {
  /**
   * Starts an export. With a `key` that its caller has sent before, returns the export of then.
   *
   * Throws REPORT_INVALID with all mistakes, EXPORT_KEY_USED, EXPORTS_TOO_MANY, EXPORT_QUOTA, EXPORT_SHARE and EXPORT_UNWRITTEN.
   */
  readonly start: (read: ReadFileRequest, key: string | null, requestContext: RequestContext) => Promise<ExportView>
  /** Returns the present state of an export. Throws EXPORT_UNKNOWN. */
  readonly find: (id: string, requestContext: RequestContext) => Promise<ExportView>
  readonly list: (from: number, size: number, requestContext: RequestContext) => Promise<ExportPage>
  /** Cancels an export, and returns its state when it has released its resources. Throws EXPORT_UNKNOWN and EXPORT_ENDED. */
  readonly cancel: (id: string, requestContext: RequestContext) => Promise<ExportView>
  /**
   * Returns the file of an export, if its owner may still see all of it.
   *
   * Throws EXPORT_UNKNOWN, EXPORT_NOT_READY, EXPORT_FAILED and EXPORT_EXPIRED.
   */
  readonly file: (id: string, requestContext: RequestContext) => Promise<ExportedFile>
  /** Records that the whole file was downloaded: it may be removed early to make space. Throws EXPORT_UNKNOWN. */
  readonly downloaded: (id: string, requestContext: RequestContext) => Promise<void>
  /** Removes an export that has ended, with its file. Throws EXPORT_UNKNOWN and EXPORT_NOT_READY. */
  readonly remove: (id: string, requestContext: RequestContext) => Promise<void>
}

/** Runs the check of a request, such as when it is its turn. */
export type RunCheck = <T>(check: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** The exports of a process. */
export interface OpenExports extends Exports {
  /**
   * Writes a file for one request: when it is its turn among such files, under the quota of exports. It is in no list.
   * `runCheck` runs the check of the request; the check runs at once without it.
   *
   * Throws the errors of `start` and of the report, and ROWS_TOO_MANY in place of EXPORTS_TOO_MANY. When the signal is
   * aborted, the file is removed.
   */
  readonly write: (read: ReadFileRequest, requestContext: RequestContext, runCheck?: RunCheck) => Promise<TemporaryFile>
  /** The running and waiting exports, including files for one request. */
  readonly load: () => Load
  /** Removes expired files now and then, and logs exports, until the returned function is called. */
  readonly watch: (log: ExportLog) => () => void
  /** Cancels all exports, and resolves when they have released their resources. */
  readonly close: () => Promise<void>
}
