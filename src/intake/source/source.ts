import type { FieldDefinition } from '../../core/fields/field.ts'
import type { Entity, IssueHistory, Observation } from '../../core/history/model.ts'
import type { SearchPage } from './source-document.ts'

/**
 * An export of a tracker. The importer writes each source as one batch. All ids are the tracker's own.
 *
 * A tracker that answers over the network is no source: see `Tracker`.
 */
export interface Source {
  /** The name in messages: the path of a file. */
  readonly name: string
  readonly lists: TrackerLists
  /** Reads the issues; `null` for lists without issues. */
  readonly issues: (() => AsyncIterable<SourceIssue>) | null
}

/** The tracker's own lists; `null` for a missing list. */
export interface TrackerLists {
  /** In the tracker's order. */
  readonly statuses: readonly Extract<Entity, { kind: 'status' }>[] | null
  readonly groups: readonly ListedGroup[] | null
  readonly users: readonly Extract<Entity, { kind: 'person' }>[] | null
  readonly fields: readonly ListedField[] | null
}

/** No lists at all. */
export const NO_LISTS: TrackerLists = { statuses: null, groups: null, users: null, fields: null }

/** A saved query as a tracker gives it. */
export interface ListedQuery {
  readonly id: string
  readonly name: string
  readonly jql: string
  /** The owner's login, or else the account id, or else the key; `null` for nobody. */
  readonly owner: string | null
}

/** A group of the tracker's users. */
export interface ListedGroup {
  readonly name: string
  /** An id, name or key of each member, in lower case, in list order. */
  readonly members: readonly string[]
}

/**
 * A field in the tracker's list, with the tracker's id as `alias` when it differs from ours. Logs may have its untranslated
 * name.
 */
export type ListedField = FieldDefinition & {
  readonly alias?: string | null
  readonly untranslatedName?: string | null
}

/** An issue of a source, a search page, or a problem. */
export type SourceIssue =
  | {
      readonly location: string
      readonly history: IssueHistory
      readonly observations: readonly Observation[]
      /** The fields with several values at once. */
      readonly multi: ReadonlySet<string>
      /** Whether the tracker may have cut off its change log silently. */
      readonly maybeCut?: boolean
      /** The errors of its invalid parts, which were left out: texts for users, without a period. */
      readonly leftOut?: readonly string[]
      /** The id of its security level; `null` without one. */
      readonly securityLevel?: string | null
      /** The base address of its tracker; `null` when it is not known. */
      readonly tracker?: string | null
    }
  | { readonly location: string; readonly page: SearchPage }
  | { readonly location: string; readonly problem: string }

/** A file of issues, or a pipe. */
export interface ExportFile {
  /** The name in messages: the path that the user gave. */
  readonly name: string
  /** Returns its bytes from the beginning. */
  readonly open: () => AsyncIterable<Uint8Array>
  /** Whether it can be opened again; `false` for a pipe. */
  readonly canReopen: boolean
}

/** A list of the tracker as JSON text, with the name of its file. */
export interface ListText {
  readonly name: string
  readonly text: string
}

/** The lists that the user gave as files, by kind. */
export type ListTexts = { readonly [kind in keyof TrackerLists]?: ListText | undefined }

/** The input of a source. */
export interface SourceInput {
  /** The files to read, in order; a source that needs no file ignores them. */
  readonly files: readonly ExportFile[]
  /** The lists that come with the files. */
  readonly lists: ListTexts
  /** The tracker's list of fields from an earlier import, for files that come without one. */
  readonly fields: readonly ListedField[]
  readonly signal?: AbortSignal | undefined
  /** Whole weeks by which the dates of the demo move; other sources ignore it. */
  readonly weeks?: number | undefined
}

/** Opens the sources of an import, one for each batch. */
export type OpenSources = (input: SourceInput) => Promise<readonly Source[]>
