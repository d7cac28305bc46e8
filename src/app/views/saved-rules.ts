import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { UserError } from '../../core/base/errors.ts'
import type { ReportDeps } from '../../reports/report/run-report.ts'
import type { SavedKind, ViewRow } from '../../store/rows/view-rows.ts'

/** What is saved: the members of a row that its owner chooses. */
export type SavedContent = Pick<ViewRow, 'name' | 'sharing' | 'group' | 'endpoint' | 'parameters' | 'display'>

/** The members that a request contains, and its errors: one sentence each. Members with errors are missing. */
export interface ReadSaved {
  readonly content: Partial<SavedContent>
  readonly problems: readonly string[]
}

/** What differs between saved reports and teams. */
export interface SavedRules {
  readonly kind: SavedKind
  /** Returns the errors of its parameters for a caller. */
  readonly parameterProblems: (
    content: Pick<SavedContent, 'endpoint' | 'parameters'>,
    deps: ReportDeps,
    requestContext: RequestContext,
  ) => Promise<readonly string[]>
  readonly errors: {
    readonly invalid: (messages: readonly string[]) => UserError
    readonly notOwn: (name: string) => UserError
    readonly taken: (name: string, id: string) => UserError
    readonly tooMany: (most: number) => UserError
    readonly tooManyShared: (count: number, most: number) => UserError
    readonly unknown: (id: string) => UserError
  }
}
