import { allGroups, distinctNames, groupsOfCaller } from '../../access/permissions/caller-groups.ts'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { ReportDeps } from '../../reports/report/run-report.ts'
import { newViewId } from '../../store/batches/convert-saved-reports.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
import {
  deleteRemovedViews,
  kindOf,
  readAllViews,
  readOwnNames,
  readSharedViews,
  readView,
  replaceView,
  type ViewRow,
} from '../../store/rows/view-rows.ts'
import type { ReadSaved, SavedContent, SavedRules } from './saved-rules.ts'
import { refuseSharing, type SharingLimits } from './sharing-limits.ts'
import type { Shown, ViewListRequest } from './view-types.ts'
import { visibleToAll } from './visible-to-all.ts'

/** The maximum number of saved reports of a user, and that of teams. */
export const MAX_SAVED = 500

/** How long what was removed can be restored. */
export const RESTORE_LIFE: Millis = 24 * 3_600_000

/** The dependencies of saved reports and teams. */
export interface ViewDeps {
  readonly store: Store
  readonly reports: ReportDeps
  readonly now: () => Instant
  readonly sharingLimits: SharingLimits
}

/** Returns what all kinds show of a row. */
export function shownTo({ caller }: RequestContext, { id, login, created, updated }: ViewRow): Shown {
  const isOwn = login === ownerOf(caller)
  return {
    id,
    owner: login === '' ? null : login,
    isOwn,
    mayRemove: isOwn || caller.isAdministrator,
    created: inIso(created),
    updated: inIso(updated),
  }
}

function inIso(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function ownerOf({ login }: RequestContext['caller']): string {
  return login ?? ''
}

/** Returns whether a caller owns a row. Without a sign-in, all callers are one user. */
export function isOwn({ caller }: RequestContext, { login }: ViewRow): boolean {
  return login === ownerOf(caller)
}

/**
 * Returns a row that the caller may open: its own, one that is shared with one of its groups, or with everyone if it may see the data.
 * An administrator may open all. Another id is as unknown as one that does not exist.
 */
export async function openable(
  rules: SavedRules,
  deps: ViewDeps,
  id: string,
  requestContext: RequestContext,
): Promise<ViewRow> {
  const view = await deps.store.snapshot(run => present(rules, run, id), requestContext.signal)
  if (requestContext.caller.isAdministrator) return view
  const groups = await groupsOfCaller(deps.store, requestContext.caller)
  const [found] = await openableOf([view], groups, deps, requestContext)
  if (!found) throw rules.errors.unknown(id)
  return found
}

/** Selects the rows that a caller with these groups may open. */
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

async function present({ kind, errors }: SavedRules, run: Run, id: string): Promise<ViewRow> {
  const view = await readView(run, id)
  if (!view || view.removed !== null || kindOf(view) !== kind) throw errors.unknown(id)
  return view
}

/** A page of rows, how many there are, and the groups with which the caller may share. */
export interface SavedPage {
  readonly views: readonly ViewRow[]
  readonly total: number
  readonly startIndex: number
  readonly groups: readonly string[]
}

/** Returns a page of the rows that the caller may open, by name. Throws FORBIDDEN. */
export async function listSaved(
  { kind }: SavedRules,
  deps: ViewDeps,
  { scope, startIndex, pageSize }: ViewListRequest,
  requestContext: RequestContext,
): Promise<SavedPage> {
  const { store } = deps
  const { caller, signal } = requestContext
  if (scope === 'all' && !caller.isAdministrator) throw new UserError('FORBIDDEN')
  const groups = await groupsOfCaller(store, caller)
  const views =
    scope === 'all'
      ? await store.snapshot(run => readAllViews(run, kind), signal)
      : await openableOf(
          await store.snapshot(run => readSharedViews(run, kind, ownerOf(caller), lower(groups)), signal),
          groups,
          deps,
          requestContext,
        )
  return {
    views: views.slice(startIndex, startIndex + pageSize),
    total: views.length,
    startIndex,
    groups: await shareableGroups(deps, requestContext),
  }
}

/** Returns the own row with a name; `null` if there is none. */
export async function ownNamed(
  { kind }: SavedRules,
  { store }: ViewDeps,
  name: string,
  requestContext: RequestContext,
): Promise<ViewRow | null> {
  const login = ownerOf(requestContext.caller)
  const views = await store.snapshot(run => readSharedViews(run, kind, login, []), requestContext.signal)
  return views.find(view => isOwn(requestContext, view) && view.name === name) ?? null
}

/** Saves a new row. Throws what `rules` says. */
export async function createSaved(
  rules: SavedRules,
  deps: ViewDeps,
  read: ReadSaved,
  requestContext: RequestContext,
): Promise<ViewRow> {
  const content = await checked(rules, deps, read, null, requestContext)
  const at = deps.now()
  return deps.store.transactKeepingCache(async run => {
    const login = ownerOf(requestContext.caller)
    const view: ViewRow = { ...content, id: await freeId(run), login, created: at, updated: at, removed: null }
    await refuse(rules, run, view, null, deps.sharingLimits)
    await deleteRemovedViews(run, at - RESTORE_LIFE)
    await replaceView(run, view)
    return view
  })
}

/** Changes members of an own row. Throws what `rules` says. */
export async function changeSaved(
  rules: SavedRules,
  deps: ViewDeps,
  before: ViewRow,
  read: ReadSaved,
  requestContext: RequestContext,
): Promise<ViewRow> {
  if (!isOwn(requestContext, before)) throw rules.errors.notOwn(before.name)
  await checked(rules, deps, read, before, requestContext)
  return deps.store.transactKeepingCache(async run => {
    const now = await present(rules, run, before.id)
    const view = { ...now, ...withGroup(read.content), updated: deps.now() }
    await refuse(rules, run, view, now, deps.sharingLimits)
    await replaceView(run, view)
    return view
  })
}

/** Removes a row. Throws what `rules` says. */
export async function removeSaved(
  rules: SavedRules,
  deps: ViewDeps,
  id: string,
  requestContext: RequestContext,
): Promise<void> {
  const { name } = await openable(rules, deps, id, requestContext)
  const isAllowed = (view: ViewRow) => isOwn(requestContext, view) || requestContext.caller.isAdministrator
  await deps.store.transactKeepingCache(async run => {
    const view = await present(rules, run, id)
    if (!isAllowed(view)) throw rules.errors.notOwn(name)
    await deleteRemovedViews(run, deps.now() - RESTORE_LIFE)
    await replaceView(run, { ...view, removed: deps.now() })
  })
}

/** Restores a row that the caller removed at most RESTORE_LIFE ago. Throws what `rules` says. */
export function restoreSaved(
  rules: SavedRules,
  deps: ViewDeps,
  id: string,
  requestContext: RequestContext,
): Promise<ViewRow> {
  return deps.store.transactKeepingCache(async run => {
    const view = await readView(run, id)
    const canRestore =
      view &&
      kindOf(view) === rules.kind &&
      isOwn(requestContext, view) &&
      (view.removed ?? 0) >= deps.now() - RESTORE_LIFE
    if (!canRestore) throw rules.errors.unknown(id)
    const restored = { ...view, removed: null }
    await refuse(rules, run, restored, null, deps.sharingLimits)
    await replaceView(run, restored)
    return restored
  })
}

/** Removes the group from another sharing than `group`. */
function withGroup(content: Partial<SavedContent>): Partial<SavedContent> {
  return content.sharing === undefined || content.sharing === 'group' ? content : { ...content, group: null }
}

/**
 * Returns the content of a row after a change. A new one has nothing before. Only what changes is checked, so that
 * an owner can rename a report that is no longer valid.
 */
async function checked(
  rules: SavedRules,
  deps: ViewDeps,
  { content, problems }: ReadSaved,
  before: ViewRow | null,
  requestContext: RequestContext,
): Promise<SavedContent> {
  const after = { ...before, ...withGroup(content) } as SavedContent
  const messages = [...problems]
  if ('sharing' in content || 'group' in content) messages.push(...(await sharingProblems(deps, after, requestContext)))
  const isReportChanged = 'endpoint' in content || 'parameters' in content
  if (isReportChanged && after.endpoint !== undefined && after.parameters !== undefined) {
    messages.push(...(await rules.parameterProblems(after, deps.reports, requestContext)))
  }
  if (messages.length > 0) throw rules.errors.invalid(messages)
  return after
}

async function sharingProblems(
  deps: ViewDeps,
  { sharing, group }: SavedContent,
  requestContext: RequestContext,
): Promise<string[]> {
  if (sharing !== 'group') return []
  const groups = await shareableGroups(deps, requestContext)
  const known = groups.length === 0 ? 'You are in no group' : `Your groups: ${groups.join(', ')}`
  if (group === null || group === undefined) return [`group is missing with the sharing 'group'. ${known}.`]
  const isKnown = lower(groups).includes(group.toLowerCase())
  return isKnown ? [] : [`group is '${group.slice(0, 100)}', which is not one of your groups. ${known}.`]
}

/** Returns the groups with which a caller may share: its own, and all groups for an administrator. */
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
 * Throws when the owner has another row of the kind with this name, or the maximum number of others, and when a row exceeds a limit of
 * sharing. `before` is the row before a change; `null` for a new one.
 */
async function refuse(
  rules: SavedRules,
  run: Run,
  view: ViewRow,
  before: ViewRow | null,
  limits: SharingLimits,
): Promise<void> {
  const { count, shared, idOfName } = await readOwnNames(run, view)
  if (idOfName !== null) throw rules.errors.taken(view.name, idOfName)
  if (count >= MAX_SAVED) throw rules.errors.tooMany(MAX_SAVED)
  refuseSharing(rules, view, before, shared, limits)
}
