import type { RequestContext } from '../../access/permissions/request-context.ts'
import { UserError } from '../../core/base/errors.ts'
import type { ReadFileRequest } from '../../store/plan/file-request.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { ViewRow } from '../../store/rows/view-rows.ts'
import { readChangedContent, readNewContent } from './read-view-content.ts'
import { rowsRequest } from './rows-request.ts'
import {
  changeSaved,
  createSaved,
  listSaved,
  openable,
  removeSaved,
  restoreSaved,
  shownTo,
  type ViewDeps,
} from './saved.ts'
import type { SavedRules } from './saved-rules.ts'
import type { View, ViewList, ViewListRequest } from './view-types.ts'
import { reportProblems } from './visible-to-all.ts'

const REPORTS: SavedRules = {
  kind: 'report',
  parameterProblems: reportProblems,
  errors: {
    invalid: messages => new UserError('SAVED_REPORT_INVALID', { messages }),
    notOwn: name => new UserError('SAVED_REPORT_NOT_OWN', { name }),
    taken: (name, id) => new UserError('SAVED_REPORT_TAKEN', { name, id }),
    tooMany: most => new UserError('SAVED_REPORTS_TOO_MANY', { most }),
    tooManyShared: (count, most) => new UserError('SHARED_REPORTS_TOO_MANY', { count, most }),
    unknown: id => new UserError('SAVED_REPORT_UNKNOWN', { id }),
  },
}

/** Returns a saved report; see `openable`. Throws SAVED_REPORT_UNKNOWN. */
export async function findView(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<View> {
  return viewOf(requestContext, await openable(REPORTS, deps, id, requestContext))
}

/**
 * Returns the request for a file with the rows of a report; see rowsRequest. It is run with the permissions of the
 * caller. Throws SAVED_REPORT_UNKNOWN.
 */
export async function viewRowsRequest(
  deps: ViewDeps,
  id: string,
  sent: readonly RawParameter[],
  requestContext: RequestContext,
): Promise<ReadFileRequest> {
  return rowsRequest(viewOf(requestContext, await openable(REPORTS, deps, id, requestContext)), sent)
}

/** Returns a page of the saved reports that the caller may open, by name. Throws FORBIDDEN. */
export async function listViews(
  deps: ViewDeps,
  request: ViewListRequest,
  requestContext: RequestContext,
): Promise<ViewList> {
  const page = await listSaved(REPORTS, deps, request, requestContext)
  return { ...page, views: page.views.map(view => viewOf(requestContext, view)) }
}

/**
 * Saves the report that a JSON body describes. Throws SAVED_REPORT_INVALID with all errors, SAVED_REPORT_TAKEN,
 * SAVED_REPORTS_TOO_MANY and SHARED_REPORTS_TOO_MANY.
 */
export async function createView(deps: ViewDeps, body: unknown, requestContext: RequestContext): Promise<View> {
  return viewOf(requestContext, await createSaved(REPORTS, deps, readNewContent(body), requestContext))
}

/** Changes the members of an own report that a JSON body contains. Throws as `createView`, and SAVED_REPORT_NOT_OWN. */
export async function changeView(
  deps: ViewDeps,
  id: string,
  body: unknown,
  requestContext: RequestContext,
): Promise<View> {
  const before = await openable(REPORTS, deps, id, requestContext)
  return viewOf(requestContext, await changeSaved(REPORTS, deps, before, readChangedContent(body), requestContext))
}

/** Removes a report. Throws SAVED_REPORT_UNKNOWN and SAVED_REPORT_NOT_OWN. */
export function removeView(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<void> {
  return removeSaved(REPORTS, deps, id, requestContext)
}

/** Restores a report that the caller removed at most RESTORE_LIFE ago. Throws as `createView`. */
export async function restoreView(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<View> {
  return viewOf(requestContext, await restoreSaved(REPORTS, deps, id, requestContext))
}

function viewOf(requestContext: RequestContext, view: ViewRow): View {
  const { name, sharing, group, endpoint, parameters, display } = view
  const shown = { ...shownTo(requestContext, view), name, sharing, group, parameters, display }
  return { ...shown, endpoint: endpoint === 'list' ? 'list' : 'aggregation' }
}
