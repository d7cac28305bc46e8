import {
  countedProject,
  knownIssueKeys,
  removeIssuesNamed,
  removeProjectNamed,
} from '../../access/admin/remove-data.ts'
import { repairSummary } from '../../access/admin/repair-summary.ts'
import { storeStatus } from '../../access/admin/store-status.ts'
import { storeSummary } from '../../access/admin/store-summary.ts'
import type { Authenticate, Credentials } from '../../access/permissions/authenticate.ts'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { runFlow } from '../../reports/flow/flow.ts'
import type { FlowRequest } from '../../reports/flow/flow-measures.ts'
import { reportBody } from '../../reports/report/report-body.ts'
import { type RouteDeps, routeReport } from '../../reports/report/route-report.ts'
import type { Store } from '../../store/engine/store.ts'
import type { BackupOptions } from '../../store/files/backup.ts'
import type { ReportRequest } from '../../store/plan/plan-report.ts'
import { command, handled } from './operation.ts'

interface StoreDeps {
  readonly store: Store
}

/** The dependencies of reports. `version` is the version of Sojourn. */
export interface AnswerDeps {
  readonly routeDeps: RouteDeps
  readonly version: string
}

/** The operations of the whole store: reports, and what commands do with its data. */
export const workspaceOperations = {
  // The two endpoints of the contract: aggregations wait among long jobs, lists among short ones.
  report: handled({
    admits: 'users',
    cost: 'stream',
    errors: ['REPORT_INVALID'],
    routes: ['aggregation', 'list', 'issue'].flatMap(name => [`GET {report}/api/${name}`, `POST {report}/api/${name}`]),
    run: async ({ routeDeps, version }: AnswerDeps, request: ReportRequest, requestContext: RequestContext) => {
      const { table, computedBy } = await routeReport(request, routeDeps, requestContext)
      return reportBody(table, version, requestContext.signal, computedBy)
    },
  }),
  // Each reads the histories of all its issues.
  flow: handled({
    admits: 'users',
    cost: 'heavy',
    errors: ['REPORT_INVALID'],
    routes: ['GET /api/flow/{endpoint}', 'POST /api/flow/{endpoint}'],
    run: ({ routeDeps }: AnswerDeps, request: FlowRequest, requestContext: RequestContext) =>
      runFlow(request, routeDeps, requestContext),
  }),
  authenticate: command({
    cost: 'none',
    errors: ['NOT_SIGNED_IN'],
    hasSignal: true,
    run: (
      { authenticator }: { readonly authenticator: Authenticate },
      credentials: Credentials,
      signal?: AbortSignal,
    ) => authenticator(credentials, signal),
  }),
  summary: command({ cost: 'none', errors: [], run: ({ store }: StoreDeps) => storeSummary(store) }),
  repairSummary: command({ cost: 'none', errors: [], run: ({ store }: StoreDeps) => repairSummary(store) }),
  holdsDemo: command({
    cost: 'none',
    errors: [],
    run: async ({ store }: StoreDeps) => (await import('../../intake/imports/tracker-facts.ts')).holdsDemo(store),
  }),
  countedProject: command({
    cost: 'none',
    errors: ['PROJECT_UNKNOWN', 'NAME_AMBIGUOUS'],
    run: ({ store }: StoreDeps, project: string) => countedProject(store, project),
  }),
  removeProject: command({
    cost: 'write',
    errors: ['PROJECT_UNKNOWN', 'NAME_AMBIGUOUS'],
    run: ({ store }: StoreDeps, key: string) => removeProjectNamed(store, key),
  }),
  knownIssueKeys: command({
    cost: 'none',
    errors: ['ISSUE_UNKNOWN'],
    run: ({ store }: StoreDeps, keys: readonly string[]) => knownIssueKeys(store, keys),
  }),
  removeIssues: command({
    cost: 'write',
    errors: ['ISSUE_UNKNOWN'],
    run: ({ store }: StoreDeps, keys: readonly string[]) => removeIssuesNamed(store, keys),
  }),
  /** Resolves when the store is readable and writable; see Store.probe. */
  ping: command({
    cost: 'none',
    errors: ['STORE_DAMAGED', 'STORE_FAILED'],
    hasSignal: true,
    run: ({ store }: StoreDeps, _signal?: AbortSignal) => store.probe(),
  }),
  /** Returns the status of the store, in constant time. */
  storeStatus: command({
    cost: 'none',
    errors: [],
    hasSignal: true,
    run: ({ store }: StoreDeps, signal?: AbortSignal) => storeStatus(store, signal),
  }),
  /** Writes a backup of the store to a file with an absolute path; see Store.backup. */
  backup: command({
    cost: 'none',
    errors: ['BACKUP_FAILED'],
    run: ({ store }: StoreDeps, file: string, options: BackupOptions) => store.backup(file, options),
  }),
}
