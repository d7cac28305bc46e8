import { type ErrorCode, type ErrorParameters, isUserError, messages, UserError } from '../base/errors.ts'
import type { ExportFile } from '../source/source.ts'
import type { SourceKind } from '../source/sources.ts'
import type { StagingOptions } from '../store/fill-batch.ts'
import type { BatchOptions, BatchOutcome, StagedBatch } from '../store/import-batch.ts'
import type { ImportSummary } from './import-histories.ts'
import type { SourcesImport } from './import-sources.ts'
import type { TrackerFacts } from './tracker-facts.ts'

/** A file as another thread or process knows it; its bytes are requested. */
export type NamedFile = Omit<ExportFile, 'open'>

/** The settings of an import of files that are plain data. */
export type FilesSettings = Omit<SourcesImport, 'files' | 'signal' | 'onProgress' | 'onFile'> & {
  readonly files: readonly NamedFile[]
}

/** What an importer is to do; plain data. */
export interface ImportJob {
  readonly tracker: TrackerFacts
  readonly kind: SourceKind
  readonly settings: FilesSettings
}

/** What an importer requests of the thread that has the store; each call is answered. */
export interface ImportServices {
  /** Begins a batch. */
  readonly stage: (source: string, options: BatchOptions) => Promise<StagingOptions>
  /** Brings the filled batch into the store. */
  readonly merge: (staged: StagedBatch) => Promise<BatchOutcome>
  /** Ends the batch: nothing of it is kept. */
  readonly discard: () => Promise<void>
  /** Opens a file, by its position, for reading as `stream`. */
  readonly open: (stream: number, file: number) => Promise<void>
  /** Returns the next bytes of a stream; `null` at its end. */
  readonly read: (stream: number) => Promise<Uint8Array | null>
  readonly close: (stream: number) => Promise<void>
}

/** What an importer sends. */
export type FromImporter =
  | { readonly id: number; readonly call: keyof ImportServices; readonly arguments: readonly unknown[] }
  | { readonly progress: { readonly file: number; readonly issues: number } }
  | { readonly file: { readonly file: number; readonly summary: ImportSummary } }
  | { readonly end: SentResult }

/** What an importer is sent. */
export type ToImporter =
  | { readonly job: ImportJob }
  | { readonly id: number; readonly answer: SentResult }
  | { readonly stop: SentError }

/** What a call came to. */
export type SentResult = { readonly result: unknown } | { readonly error: SentError }

/** An error as plain data: a UserError, or any other. */
export type SentError =
  | { readonly code: ErrorCode; readonly parameters: unknown }
  | { readonly message: string; readonly stack: string; readonly code: string | null }

/** Returns an error as plain data. */
export function sentError(error: unknown): SentError {
  if (isUserError(error)) return { code: error.code, parameters: error.parameters }
  const { message, stack, code } =
    error instanceof Error
      ? (error as Error & { code?: unknown })
      : (new Error(String(error)) as Error & { code?: unknown })
  return { message, stack: stack ?? message, code: typeof code === 'string' ? code : null }
}

/** Returns the error that was sent. */
export function receivedError(sent: SentError): Error {
  if ('parameters' in sent && Object.hasOwn(messages, sent.code)) {
    return new UserError(sent.code, sent.parameters as ErrorParameters<typeof sent.code>)
  }
  const { message, stack, code } = sent as Extract<SentError, { message: string }>
  return Object.assign(new Error(message), { stack }, code === null ? {} : { code })
}

/** Returns what a call came to, or throws its error. */
export function resultOf(sent: SentResult): unknown {
  if ('error' in sent) throw receivedError(sent.error)
  return sent.result
}

/** Returns what a promise comes to as plain data. */
export async function sentResult(work: Promise<unknown>): Promise<SentResult> {
  try {
    return { result: await work }
  } catch (error) {
    return { error: sentError(error) }
  }
}
