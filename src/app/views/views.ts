import { allGroups, distinctNames, groupsOfCaller } from '../../access/permissions/caller-groups.ts'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { ReportDeps } from '../../reports/report/run-report.ts'
import { newViewId } from '../../store/batches/convert-saved-reports.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
import type { ReadFileRequest } from '../../store/plan/file-request.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import {
  deleteRemovedViews,
  readAllViews,
  readOwnNames,
  readSharedViews,
  readView,
  replaceView,
  type ViewRow,
} from '../../store/rows/view-rows.ts'
import { type ReadContent, readChangedContent, readNewContent } from './read-view-content.ts'
import { rowsRequest } from './rows-request.ts'
import { refuseSharing, type SharingLimits } from './sharing-limits.ts'
import type { View, ViewContent, ViewList, ViewListRequest } from './view-types.ts'
import { reportProblems, visibleToAll } from './visible-to-all.ts'

/** The maximum number of saved reports of a user. */
export const MAX_VIEWS = 500

/** How long a removed report can be restored. */
export const RESTORE_LIFE: Millis = 24 * 3_600_000

/** The dependencies of saved reports. */
export interface ViewDeps {
  readonly store: Store
  readonly reports: ReportDeps
  readonly now: () => Instant
  readonly sharingLimits: SharingLimits
}

/**
 * Returns a saved report.
 *
 * A caller may open its own reports, those shared with one of its groups, and those shared with everyone whose data it
 * may see. An administrator may open and remove all. An id that the caller may not open throws SAVED_REPORT_UNKNOWN, as
 * an unknown one. Without a sign-in, all callers are one user.
 */
export async function findView(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<View> {
  return shownTo(requestContext, await openable(deps, id, requestContext))
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
  return rowsRequest(await openable(deps, id, requestContext), sent)
}

/** Removes a report. Throws SAVED_REPORT_UNKNOWN and SAVED_REPORT_NOT_OWN. */
export async function removeView(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<void> {
  const { name } = await openable(deps, id, requestContext)
  const isAllowed = (view: ViewRow) => isOwn(requestContext, view) || requestContext.caller.isAdministrator
  await deps.store.transactKeepingCache(async run => {
    const view = await present(run, id)
    if (!isAllowed(view)) throw new UserError('SAVED_REPORT_NOT_OWN', { name })
    await deleteRemovedViews(run, deps.now() - RESTORE_LIFE)
    await replaceView(run, { ...view, removed: deps.now() })
  })
}

/** Restores a report that the caller removed at most RESTORE_LIFE ago. Throws as `createView`. */
export async function restoreView(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<View> {
  const restored = await deps.store.transactKeepingCache(async run => {
    const view = await readView(run, id)
    const canRestore = view && isOwn(requestContext, view) && (view.removed ?? 0) >= deps.now() - RESTORE_LIFE
    if (!canRestore) throw new UserError('SAVED_REPORT_UNKNOWN', { id })
    await refuseView(run, view, null, deps.sharingLimits)
    await replaceView(run, { ...view, removed: null })
    return { ...view, removed: null }
  })
  return shownTo(requestContext, restored)
}

function ownerOf({ caller }: RequestContext): string {
  return caller.login ?? ''
}

function isOwn(requestContext: RequestContext, { login }: ViewRow): boolean {
  return login === ownerOf(requestContext)
}

function shownTo(requestContext: RequestContext, view: ViewRow): View {
  const { id, login, name, sharing, group, endpoint, parameters, display, created, updated } = view
  const own = isOwn(requestContext, view)
  return {
    id,
    name,
    owner: login === '' ? null : login,
    isOwn: own,
    mayRemove: own || requestContext.caller.isAdministrator,
    sharing,
    group,
    endpoint,
    parameters,
    display,
    created: inIso(created),
    updated: inIso(updated),
  }
}

function inIso(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Returns a page of the saved reports that the caller may open, by name. Throws FORBIDDEN. */
export async function listViews(
  deps: ViewDeps,
  { scope, startIndex, pageSize }: ViewListRequest,
  requestContext: RequestContext,
): Promise<ViewList> {
  const { store } = deps
  const { caller, signal } = requestContext
  if (scope === 'all' && !caller.isAdministrator) throw new UserError('FORBIDDEN')
  const groups = await groupsOfCaller(store, caller)
  const views =
    scope === 'all'
      ? await store.snapshot(readAllViews, signal)
      : await openableOf(
          await store.snapshot(run => readSharedViews(run, ownerOf(requestContext), lower(groups)), signal),
          groups,
          deps,
          requestContext,
        )
  return {
    views: views.slice(startIndex, startIndex + pageSize).map(view => shownTo(requestContext, view)),
    total: views.length,
    startIndex,
    groups: await shareableGroups(deps, requestContext),
  }
}

/** Selects the reports that a caller with these groups may open. */
async function openableOf(
  views: readonly ViewRow[],
  groups: readonly string[],
  deps: ViewDeps,
  requestContext: RequestContext,
): Promise<ViewRow[]> {
  const names = new Set(lower(groups))
  const isNamed = (view: ViewRow) =>
    isOwn(requestContext, view) || (view.sharing === 'group' && names.has(view.group?.toLowerCase() ?? ''))
  const ofEveryone = views.filter(view => view.sharing === 'everyone' && !isNamed(view))
  const visible = new Set(await visibleToAll(ofEveryone, deps.reports, requestContext))
  return views.filter(view => isNamed(view) || visible.has(view))
}

/** Returns a report that the caller may open. Throws SAVED_REPORT_UNKNOWN. */
async function openable(deps: ViewDeps, id: string, requestContext: RequestContext): Promise<ViewRow> {
  const view = await deps.store.snapshot(run => present(run, id), requestContext.signal)
  if (requestContext.caller.isAdministrator) return view
  const groups = await groupsOfCaller(deps.store, requestContext.caller)
  const [found] = await openableOf([view], groups, deps, requestContext)
  if (!found) throw new UserError('SAVED_REPORT_UNKNOWN', { id })
  return found
}

async function present(run: Run, id: string): Promise<ViewRow> {
  const view = await readView(run, id)
  if (!view || view.removed !== null) throw new UserError('SAVED_REPORT_UNKNOWN', { id })
  return view
}

/**
 * Saves the report that a JSON body describes. Throws SAVED_REPORT_INVALID with all errors, SAVED_REPORT_TAKEN,
 * SAVED_REPORTS_TOO_MANY and SHARED_REPORTS_TOO_MANY.
 */
export async function createView(deps: ViewDeps, body: unknown, requestContext: RequestContext): Promise<View> {
  const read = readNewContent(body)
  const content = await checked(deps, read, null, requestContext)
  const at = deps.now()
  const view = await deps.store.transactKeepingCache(async run => {
    const view = {
      ...content,
      id: await freeId(run),
      login: ownerOf(requestContext),
      created: at,
      updated: at,
      removed: null,
    }
    await refuseView(run, view, null, deps.sharingLimits)
    await deleteRemovedViews(run, at - RESTORE_LIFE)
    await replaceView(run, view)
    return view
  })
  return shownTo(requestContext, view)
}

/** Changes the members of an own report that a JSON body contains. Throws as `createView`, and SAVED_REPORT_NOT_OWN. */
export async function changeView(
  deps: ViewDeps,
  id: string,
  body: unknown,
  requestContext: RequestContext,
): Promise<View> {
  const before = await openable(deps, id, requestContext)
  if (!isOwn(requestContext, before)) throw new UserError('SAVED_REPORT_NOT_OWN', { name: before.name })
  const read = readChangedContent(body)
  await checked(deps, read, before, requestContext)
  const changed = await deps.store.transactKeepingCache(async run => {
    const now = await present(run, id)
    const view = { ...now, ...withGroup(read.content), updated: deps.now() }
    await refuseView(run, view, now, deps.sharingLimits)
    await replaceView(run, view)
    return view
  })
  return shownTo(requestContext, changed)
}

/** Removes the group from another sharing than `group`. */
function withGroup(content: Partial<ViewContent>): Partial<ViewContent> {
  return content.sharing === undefined || content.sharing === 'group' ? content : { ...content, group: null }
}

/**
 * Returns the content of a report after a change. A new report has nothing before. Only what changes is checked, so that
 * an owner can rename a report that is no longer valid. Throws SAVED_REPORT_INVALID.
 */
async function checked(
  deps: ViewDeps,
  { content, problems }: ReadContent,
  before: ViewRow | null,
  requestContext: RequestContext,
): Promise<ViewContent> {
  const after = { ...before, ...withGroup(content) } as ViewContent
  const messages = [...problems]
  if ('sharing' in content || 'group' in content) messages.push(...(await sharingProblems(deps, after, requestContext)))
  const isReportChanged = 'endpoint' in content || 'parameters' in content
  if (isReportChanged && after.endpoint !== undefined && after.parameters !== undefined) {
    messages.push(...(await reportProblems(after, deps.reports, requestContext)))
  }
  if (messages.length > 0) throw new UserError('SAVED_REPORT_INVALID', { messages })
  return after
}

async function sharingProblems(
  deps: ViewDeps,
  { sharing, group }: ViewContent,
  requestContext: RequestContext,
): Promise<string[]> {
  if (sharing !== 'group') return []
  const groups = await shareableGroups(deps, requestContext)
  const known = groups.length === 0 ? 'You are in no group' : `Your groups: ${groups.join(', ')}`
  if (group === null || group === undefined) return [`group is missing with the sharing 'group'. ${known}.`]
  const isKnown = lower(groups).includes(group.toLowerCase())
  return isKnown ? [] : [`group is '${group.slice(0, 100)}', which is not one of your groups. ${known}.`]
}

/** Returns the groups with which a caller may share reports: its own, and all groups for an administrator. */
async function shareableGroups({ store }: ViewDeps, { caller }: RequestContext): Promise<readonly string[]> {
  return caller.isAdministrator ? allGroups(store) : distinctNames(await groupsOfCaller(store, caller))
}

function lower(names: readonly string[]): string[] {
  return names.map(name => name.toLowerCase())
}

async function freeId(run: Run): Promise<string> {
  for (;;) {
    const id = newViewId()
    if (!(await readView(run, id))) return id
  }
}

/**
 * Throws when the owner has another report with this name, or the maximum number of other reports, and when a report
 * exceeds a limit of sharing. `before` is the report before a change; `null` for a new one.
 */
async function refuseView(run: Run, view: ViewRow, before: ViewRow | null, limits: SharingLimits): Promise<void> {
  const { count, shared, idOfName } = await readOwnNames(run, view)
  if (idOfName !== null) throw new UserError('SAVED_REPORT_TAKEN', { name: view.name, id: idOfName })
  if (count >= MAX_VIEWS) throw new UserError('SAVED_REPORTS_TOO_MANY', { most: MAX_VIEWS })
  refuseSharing(view, before, shared, limits)
}
