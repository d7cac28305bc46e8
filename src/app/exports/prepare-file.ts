import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { knownLogins } from '../../access/permissions/names-hidden.ts'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { inSlices } from '../../core/base/in-slices.ts'
import { withCurrentCalendars } from '../../reports/calendars/working-calendars.ts'
import { prepareAggregation } from '../../reports/report/read-aggregation.ts'
import { prepareWholeList } from '../../reports/report/read-list.ts'
import { type PlannedReport, planOn, type ReportDeps } from '../../reports/report/run-report.ts'
import type { FileFacts } from '../../reports/table/file-table.ts'
import { reportWarnings } from '../../reports/table/report-warnings.ts'
import type { FileSnapshot } from '../../store/engine/engine.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { Store } from '../../store/engine/store.ts'
import { aggregates } from '../../store/plan/aggregates.ts'
import { aggregationsOf, type FileRequest, reportOf, savedQueryOf } from '../../store/plan/file-request.ts'
import { namedInPlan } from '../../store/plan/named-in-plan.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { copyContainedIds, copyReferences, type ShownField } from '../../store/rows/issue-ids.ts'
import { readProjectAddresses } from '../../store/rows/project-addresses.ts'
import { issuesOf } from '../../store/sql/scope.ts'
import { type SentSheet, sentHead } from './export-messages.ts'
import type { StartedVisibility } from './export-record.ts'
import { missingColumns } from './select-columns.ts'
import { visibilityOf } from './still-visible.ts'

/** The dependencies of preparing a file. `deps.now` is the time of its request. */
export interface PrepareDeps {
  readonly store: Store
  readonly deps: ReportDeps
  readonly version: string
}

/** A file whose tables are in work files. */
export interface PreparedFile {
  readonly sheets: readonly SentSheet[]
  readonly facts: FileFacts
  /** The number of issues. */
  readonly issues: number
  readonly visibility: StartedVisibility
}

/** The folders of a file: for its tables, and for the ids of its issues. */
export interface FileFolders {
  readonly work: string
  readonly ids: string
}

/** The callbacks while a file is prepared. */
export interface PrepareListeners {
  /** Called when a table was written. It may throw. */
  readonly onTable: () => Promise<void>
  readonly onTotal: (issues: number) => void
}

/**
 * Writes the tables of a file to work files, from one snapshot of the store.
 *
 * Throws REPORT_INVALID, QUERY_TOO_LARGE and STORE_FAILED; rejects with the signal's reason when it is aborted.
 */
export function prepareFile(
  request: FileRequest,
  { store, deps, version }: PrepareDeps,
  folders: FileFolders,
  requestContext: RequestContext,
  listeners: PrepareListeners,
): Promise<PreparedFile> {
  const work = async (snapshot: FileSnapshot): Promise<PreparedFile> => {
    // The work may be repeated.
    for (const folder of [folders.work, folders.ids]) {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    }
    const prepare = (planned: PlannedReport, name: SentSheet['name']) =>
      prepareSheet(planned, name, { snapshot, folder: join(folders.work, name), listeners })
    const first = await planOn(snapshot, reportOf(request), deps, requestContext, request.warnings)
    const { plan } = first
    const name = plan.aggregate === null ? 'List' : aggregates[plan.aggregate].sheet
    const sheets = [await prepare(first, name)]
    const { head } = sheets[0]!
    const { issueCount } = head
    listeners.onTotal(issueCount)
    const missing = missingColumns(head, request.columns)
    const warnings = [...reportWarnings({ ...head, plan }), ...missing]
    for (const other of request.format === 'xlsx' && plan.endpoint === 'list' ? aggregationsOf(request, plan) : []) {
      const planned = await planOn(snapshot, other.request, deps, requestContext)
      sheets.push(await prepare(planned, aggregates[other.aggregate].sheet))
    }
    const named = namedInPlan(plan, savedQueryOf(request))
    await snapshot.run(copyContainedIds(folders.ids, issuesOf(plan, snapshot.dialect), named.issue ?? []))
    await snapshot.run(copyReferences(folders.ids, referringFields(plan), plan.browsable))
    const addresses = await readProjectAddresses(snapshot.run)
    const visible = await visibleCatalogue(snapshot, requestContext.caller.browsable)
    return {
      sheets,
      issues: issueCount,
      facts: {
        version,
        warnings,
        parameters: shownParameters(request),
        addresses,
      },
      visibility: visibilityOf(requestContext, {
        ...named,
        login: loginsIn(sheets, await inSlices(knownLogins(visible), requestContext.signal)),
      }),
    }
  }
  return withCurrentCalendars(deps.refreshCalendars, () => store.fileSnapshot(work, requestContext.signal))
}

const REFERRING: readonly string[] = ['project', 'issue', 'version', 'component']

/** Returns the fields of a report whose values refer to projects and issues. */
function referringFields({ fields, groupBy, historyFields }: ReportPlan): ShownField[] {
  const present = [...fields, ...groupBy].flatMap(({ field }) => (field === null ? [] : { ...field, isPast: false }))
  const past = historyFields.map(({ field }) => ({ ...field, isPast: true }))
  return [...present, ...past].filter(({ kind }) => REFERRING.includes(kind))
}

/** Returns the ids of the users with columns whose login names, keys or account ids the owner knows. */
function loginsIn(sheets: readonly SentSheet[], known: ReadonlySet<string | null>): string[] {
  const ids = sheets.flatMap(({ head }) => head.columns.flatMap(({ key: { outer, inner } }) => [outer, inner]))
  return [...new Set(ids)].flatMap(id => (id !== null && known.has(id) ? id : []))
}

function shownParameters({
  outputType,
  columns,
  workbookPercentiles,
  parameters,
}: FileRequest): FileFacts['parameters'] {
  const sent = parameters.filter(({ name }) => name.toLowerCase() !== 'outputtype')
  const selected = columns === null ? [] : [{ name: 'columns', value: JSON.stringify(columns) }]
  const percentiles = workbookPercentiles ? [{ name: 'percentiles', value: workbookPercentiles.join() }] : []
  return [
    { name: 'outputType', value: outputType },
    ...selected,
    ...percentiles,
    ...sent.map(({ name, value }) => ({ name, value })),
  ]
}

async function prepareSheet(
  { plan, catalogue }: PlannedReport,
  name: SentSheet['name'],
  { snapshot, folder, listeners }: { snapshot: FileSnapshot; folder: string; listeners: PrepareListeners },
): Promise<SentSheet> {
  await mkdir(folder, { mode: 0o700 })
  const spooling = withChecks(snapshot.spoolingTo(folder), listeners.onTable)
  if (plan.endpoint === 'list') {
    const head = await prepareWholeList(plan, spooling, catalogue, Number.POSITIVE_INFINITY)
    return { name, folder, head: sentHead(head), indexes: null }
  }
  const { head, indexes } = await prepareAggregation(plan, spooling, catalogue, Number.POSITIVE_INFINITY)
  return { name, folder, head: sentHead(head), indexes: [...indexes] }
}

/** Returns a snapshot that calls `onTable` after each spooled table. */
function withChecks(snapshot: Snapshot, onTable: () => Promise<void>): Snapshot {
  const { spool, spooled } = snapshot
  return {
    ...snapshot,
    spool: (...table) => spool(...table).then(onTable),
    spooled: { ...spooled, spool: (...table) => spooled.spool(...table).then(onTable) },
  }
}
