import type { IssueHistory, Observation } from '../history/model.ts'
import type { SearchPage } from './source-document.ts'

/** An issue as a source hands it over, or what is wrong with it. */
export type SourceIssue =
  | {
      readonly location: string
      readonly history: IssueHistory
      readonly observations: readonly Observation[]
      /** The fields that hold several values at once. */
      readonly multi: ReadonlySet<string>
      /** Whether its change log may have been cut off without a word. */
      readonly maybeCut?: boolean
      /** The base address of its tracker; `null` when it is not known. */
      readonly tracker?: string | null
    }
  | { readonly location: string; readonly page: SearchPage }
  | { readonly location: string; readonly problem: string }

/** A file, or anything else with issues in it. */
export interface HistorySource {
  readonly name: string
  /** The issues in the order of the file. */
  readonly issues: AsyncIterable<SourceIssue> | Iterable<SourceIssue>
}
