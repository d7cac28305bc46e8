import type { KeyedHead } from '../../reports/report/aggregation-head.ts'
import type { FileFacts, Sheet } from '../../reports/table/file-table.ts'
import type { WorkLimits } from '../../store/files/work-files.ts'
import type { Layout } from '../../store/plan/file-types.ts'
import type { FileFormatName } from '../../store/plan/formats.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { type ReportTypeName, reportTypes } from '../../store/plan/report-types.ts'
import type { SelectedColumns } from './select-columns.ts'

/** A plan as plain data: its report by name, and without what only queries need. */
export type SentPlan = Omit<ReportPlan, 'type' | 'where' | 'browsable'> & { readonly type: string }

/** A report in work files. */
export interface SentSheet {
  readonly name: Sheet['name']
  /** The folder of its tables. */
  readonly folder: string
  readonly head: Omit<KeyedHead, 'plan'> & { readonly plan: SentPlan }
  /** The column of each cell column of an aggregation; `null` for lists. */
  readonly indexes: readonly (readonly [number: number, index: number])[] | null
}

/** The job of an export's thread. Plain data. */
export interface ExportJob {
  /** The folder with all files of the export. */
  readonly folder: string
  /** The path of the file to write. */
  readonly file: string
  readonly format: FileFormatName
  readonly layout: Layout
  readonly columns: SelectedColumns
  readonly sheets: readonly SentSheet[]
  readonly facts: FileFacts
  readonly limits: WorkLimits
}

/** The progress of an export's thread. */
export interface ExportProgress {
  /** The number of issues that are in the file. */
  readonly issues: number
}

/** The file that a thread wrote. */
export interface WrittenPart {
  readonly size: number
  readonly sha256: string
  readonly rows: number
}

/** Returns the head of a report as plain data. */
export function sentHead({ plan, ...head }: KeyedHead): SentSheet['head'] {
  const { type, where: _where, browsable: _browsable, ...rest } = plan
  return { ...head, plan: { ...rest, type: type.name } }
}

/** Returns the head of a report in the thread of its export. Its plan selects no issues. */
export function receivedHead({ plan, ...head }: SentSheet['head']): KeyedHead {
  const type = reportTypes[plan.type as ReportTypeName]
  return { ...head, plan: { ...plan, type, where: { kind: 'never' }, browsable: { projects: [], levels: null } } }
}
