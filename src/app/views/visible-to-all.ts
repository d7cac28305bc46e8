import { createHash } from 'node:crypto'
import { browsableIn } from '../../access/permissions/browsable-in.ts'
import { hiddenNames } from '../../access/permissions/hidden-names.ts'
import { type RequestContext, zoneOf } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { readQueries, type SavedQueryTree, visibleQueries } from '../../access/permissions/visible-queries.ts'
import { isUserError } from '../../core/base/errors.ts'
import { inSlices, type Steps } from '../../core/base/in-slices.ts'
import type { Catalogue, SavedQuery } from '../../core/catalogue/model.ts'
import { DAY } from '../../core/time/local-time.ts'
import { type PlannedReport, planAlone, type ReportDeps, withSnapshot } from '../../reports/report/run-report.ts'
import type { SavedParameter } from '../../store/batches/convert-saved-reports.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import { teamSelection } from '../../store/plan/flow/team-parameters.ts'
import { reportParameters } from '../../store/plan/parameters.ts'
import type { ReportRequest } from '../../store/plan/plan-report.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import type { ViewRow } from '../../store/rows/view-rows.ts'

/** Returns the request of a saved report; for a team, a report of the issues that it selects. */
function requestOf({ endpoint, parameters }: Pick<ViewRow, 'endpoint' | 'parameters'>): ReportRequest {
  const isTeam = endpoint === 'team'
  const sent = isTeam ? [...parameters.filter(isSelection), ...ANY_COLUMNS] : parameters
  return {
    endpoint: isTeam ? 'list' : endpoint,
    parameters: sent.map(({ name, value }: SavedParameter) => ({ name, value, location: 'body' })),
  }
}

/** A report needs columns. They say nothing about the team. */
const ANY_COLUMNS: readonly SavedParameter[] = [{ name: 'columnsBy', value: 'statusCount' }]

const SELECTION: readonly string[] = teamSelection.map(name => name.toLowerCase())

function isSelection({ name }: SavedParameter): boolean {
  return SELECTION.includes(name.toLowerCase())
}

/** Returns the errors of a report for a caller; none for a valid one. */
export function reportProblems(
  view: Pick<ViewRow, 'endpoint' | 'parameters'>,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<readonly string[]> {
  return withSnapshot(deps, requestContext, async snapshot => {
    const planned = await plannedQuery(view, snapshot, deps, requestContext)
    return 'messages' in planned ? planned.messages : []
  })
}

/**
 * Selects the saved reports that are shared with everyone and visible to the caller. They are valid for the caller, and reveal
 * nothing hidden; see visibleQueries. The decision is cached by content, revision of the store and set of visible issues.
 */
export function visibleToAll(
  views: readonly ViewRow[],
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<readonly ViewRow[]> {
  if (views.length === 0) return Promise.resolve([])
  return withSnapshot(deps, requestContext, async snapshot => {
    const known = await decisionsFor(snapshot, requestContext)
    const keys = await inSlices(keysOf(views, deps, requestContext), requestContext.signal)
    const undecided = views.filter(view => !known.has(keys.get(view)!))
    const queries = new Map<ViewRow, SavedQueryTree>()
    for (const view of undecided) {
      const planned = await plannedQuery(view, snapshot, deps, requestContext)
      if ('tree' in planned) queries.set(view, { saved: savedQueryOf(view, planned.plan.query), tree: planned.tree })
      requestContext.signal?.throwIfAborted()
    }
    const revealing = await revealingViews(queries, snapshot, requestContext)
    for (const view of undecided) cacheDecision(known, keys.get(view)!, queries.has(view) && !revealing.has(view))
    return views.filter(view => known.get(keys.get(view)!))
  })
}

/** Whether a saved report is visible, by its key. */
type Decisions = Map<string, boolean>

/** The maximum number of decisions for one set of visible issues. */
const MAX_DECISIONS = 20_000

/** A visible catalogue is that of one revision of the store and one set of visible issues. */
const decisions = new WeakMap<Catalogue, Decisions>()

async function decisionsFor({ present }: Snapshot, { caller }: RequestContext): Promise<Decisions> {
  const catalogue = await visibleCatalogue(present, caller.browsable)
  const known = decisions.get(catalogue) ?? new Map()
  decisions.set(catalogue, known)
  return known
}

function cacheDecision(known: Decisions, key: string, isVisible: boolean): void {
  if (known.size >= MAX_DECISIONS) known.delete(known.keys().next().value!)
  known.set(key, isVisible)
}

/** Returns a key for each report: its content, and what else its validity depends on. */
function* keysOf(
  views: readonly ViewRow[],
  { now, zone }: ReportDeps,
  { caller }: RequestContext,
): Steps<ReadonlyMap<ViewRow, string>> {
  // A date in the future is an error until it has come.
  const around = [Math.floor(now() / DAY), zoneOf(caller, zone).name, caller.person === null]
  const keys = new Map<ViewRow, string>()
  for (const view of views) {
    const { id, name, endpoint, parameters } = view
    const text = JSON.stringify([...around, id, name, endpoint, parameters])
    keys.set(view, createHash('sha256').update(text).digest('base64'))
    yield
  }
  return keys
}

/** Returns the plan of a report with its query, or the errors of the report. */
async function plannedQuery(
  view: Pick<ViewRow, 'endpoint' | 'parameters'>,
  whole: Snapshot,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<PlannedReport | { readonly messages: readonly string[] }> {
  try {
    return await planAlone(whole, requestOf(view), deps, requestContext)
  } catch (error) {
    if (isUserError(error, 'REPORT_INVALID')) return { messages: error.parameters.messages }
    throw error
  }
}

/** Returns the saved reports whose names or queries contain what only hidden issues have. */
async function revealingViews(
  queries: ReadonlyMap<ViewRow, SavedQueryTree>,
  { present }: Snapshot,
  { caller }: RequestContext,
): Promise<ReadonlySet<ViewRow>> {
  const browsable = await browsableIn(present, caller)
  if (browsable === null) return new Set()
  const catalogue = await present.cached(readCatalogue)
  const visible = await visibleCatalogue(present, caller.browsable)
  const all = [...(await inSlices(readQueries(visible.savedQueries))), ...queries.values()]
  const shown = await visibleQueries(present.run, all, { catalogue, visible }, browsable)
  const ids = new Set(shown.map(({ id }) => id))
  const hidden = hiddenNames(catalogue, visible)
  const knownPeople = new Set(visible.people.map(({ id }) => id))
  const hiddenPeople = new Set(catalogue.people.flatMap(({ id }) => (knownPeople.has(id) ? [] : id.toLowerCase())))
  const isHidden = (text: string) => hidden.has(text) || hiddenPeople.has(text)
  return new Set([...queries.keys()].filter(view => !ids.has(queryId(view)) || unplannedTexts(view).some(isHidden)))
}

/** Parameters whose unknown values planning leaves out, or does not look up. */
const LENIENT: readonly string[] = ['assignees', 'ingroup']

/**
 * Returns the texts of a saved report in which planning finds no error, in lower case: the elements of lenient parameters,
 * of those that its endpoint ignores, and of display options.
 */
function unplannedTexts({ endpoint, parameters, display }: ViewRow): string[] {
  const { find } = reportParameters(endpoint === 'team' ? 'list' : endpoint)
  const unplanned = parameters.filter(one => {
    if (endpoint === 'team') return !isSelection(one)
    const lower = one.name.toLowerCase()
    const found = find(lower)
    return LENIENT.includes(lower) || found === undefined || found.whyIgnored !== null
  })
  return [...unplanned, ...display].flatMap(({ value }) => {
    const quoted = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!)
    return [...value.split(','), ...quoted].map(text => text.trim().toLowerCase())
  })
}

/**
 * Returns a saved query with the texts of a saved report. Its name differs from all others, because queries name saved
 * queries; the owner is compared with hidden names as a whole.
 */
function savedQueryOf(view: ViewRow, jql: string): SavedQuery {
  return { id: queryId(view), name: `${view.name} (${view.id})`, jql, owner: view.name }
}

function queryId({ id }: ViewRow): string {
  return `saved report ${id}`
}
