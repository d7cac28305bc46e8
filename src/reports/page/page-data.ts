import { type Credentials, findToken } from '../../access/permissions/authenticate.ts'
import { browsableIn } from '../../access/permissions/browsable-in.ts'
import type { Caller } from '../../access/permissions/caller.ts'
import { mayBrowseAllLevels } from '../../access/permissions/may-browse-all-levels.ts'
import { type RequestContext, zoneOf } from '../../access/permissions/request-context.ts'
import { openSession } from '../../access/permissions/sessions.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { UserError } from '../../core/base/errors.ts'
import { reportNamesOf } from '../../core/catalogue/report-names.ts'
import { hasHistory } from '../../core/jql/fields/find-fields.ts'
import { businessDay, dailyWorkingHours } from '../../core/time/calendar/day-length.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { Store } from '../../store/engine/store.ts'
import { aggregates } from '../../store/plan/aggregates.ts'
import { typeOfFormat } from '../../store/plan/file-types.ts'
import { fileFormatNames, formats } from '../../store/plan/formats.ts'
import { parameterEffects } from '../../store/plan/parameters.ts'
import { reportTypes } from '../../store/plan/report-types.ts'
import { readAccess } from '../../store/rows/access-rows.ts'
import { readProjectAddresses } from '../../store/rows/project-addresses.ts'
import type { ProjectUnread } from '../../store/rows/unread-issues.ts'
import { lastUpdates, visibleIssueCount } from '../../store/sql/issue-repairs.ts'
import { listCalendars } from '../calendars/manage-calendars.ts'
import type { PageCatalogue, PagePerson, PageSync } from './page-types.ts'

/** The dependencies of PageData. */
export interface PageDeps {
  readonly store: Store
  readonly now: () => Instant
  readonly zone: Zone
  readonly locale: string
  readonly version: string
  /** Returns how current the projects of connections are. */
  readonly freshness: () => Promise<readonly FreshProject[]>
}

/** How current a project of a connection is. */
export interface FreshProject {
  /** The tracker's id. */
  readonly ref: string
  readonly key: string
  /** All changes up to this time are stored; `null` before that can be said. */
  readonly syncedAt: Instant | null
  readonly isBehind: boolean
  readonly unread: ProjectUnread
}

/** Opens a session and returns its secret. Throws NOT_SIGNED_IN. */
export async function signIn({ store, now }: PageDeps, credentials: Credentials): Promise<string> {
  const token = await findToken(credentials, store, await store.cached(readAccess), now())
  const { accounts } = await store.cached(readAccess)
  const account = accounts.find(({ login, disabled }) => login === token?.login && !disabled)
  if (!token || !account) throw new UserError('NOT_SIGNED_IN')
  return openSession(store, token.id, now())
}

/** Returns the options of the page's controls, filtered to what the caller may see. */
export async function pageCatalogue(
  deps: PageDeps,
  { caller, signal }: RequestContext,
): Promise<Omit<PageCatalogue, 'paths'>> {
  const { store, version, zone, locale } = deps
  const { catalogue, counted, updates, addresses } = await store.reports.snapshot(async snapshot => {
    const browsable = await browsableIn(snapshot, caller)
    const [counted] = await snapshot.run(visibleIssueCount(browsable))
    const updates = new Map((await snapshot.run(lastUpdates(browsable))).map(row => [String(row.key), row.last_ms]))
    const addresses = await readProjectAddresses(snapshot.run)
    return { catalogue: await visibleCatalogue(snapshot, browsable), counted, updates, addresses }
  }, signal)
  return {
    version,
    caller: caller.login === null ? null : { login: caller.login, isAdministrator: caller.isAdministrator },
    timeZone: zoneOf(caller, zone).name,
    locale,
    isDemo: counted!.is_demo === true,
    isConnected: counted!.is_connected === true,
    issues: Number(counted!.issues),
    lastUpdate: isoOf(counted!.last),
    projects: catalogue.projects.map(({ key, name }) => ({
      key,
      name,
      address: addresses.get(key) ?? null,
      lastUpdate: isoOf(updates.get(key)),
    })),
    statuses: catalogue.statuses.map(({ id, name, category, deleted }) => ({ id, name, category, deleted })),
    priorities: catalogue.priorities.map(({ name }) => name),
    fields: reportNamesOf(catalogue).fields.map(({ id, name, kind, multi }) => ({
      id,
      name,
      kind,
      multi,
      hasHistory: hasHistory({ id, multi }),
    })),
    groups: catalogue.groups.map(({ name }) => name),
    sprints: catalogue.sprints.map(({ id, name, state }) => ({ id, name, state })),
    savedQueries: catalogue.savedQueries.map(({ id, name, jql }) => ({ id, name, query: jql })),
    calendars: (await listCalendars(deps)).map(({ id, isDefault, calendar }) => ({
      id,
      name: calendar.name,
      isDefault,
      dailyWorkingHours: businessDay(calendar).equal ? dailyWorkingHours(calendar) : null,
    })),
    reportTypes: Object.values(reportTypes).map(({ name, label, page, kind, outer, inner }) => ({
      name,
      label,
      page,
      kind,
      outer,
      inner,
    })),
    aggregates: Object.entries(aggregates).map(([name, { label, heading, flag, fileType }]) => ({
      name,
      label,
      heading,
      flag,
      fileType,
    })),
    fileFormats: fileFormatNames.map(name => ({
      name,
      fileType: typeOfFormat(name, 'list').name,
      ...formats[name].file,
    })),
    parameters: parameterEffects(),
  }
}

/** Returns an instant of the database in ISO 8601; `null` if there is none. */
function isoOf(ms: unknown): string | null {
  return typeof ms === 'number' || typeof ms === 'bigint' ? new Date(Number(ms)).toISOString() : null
}

/** Returns how current the visible issues of connections are. */
export async function pageSync({ store, freshness }: PageDeps, { caller, signal }: RequestContext): Promise<PageSync> {
  const all = await freshness()
  const visible = await store.reports.snapshot(snapshot => visibleCatalogue(snapshot, caller.browsable), signal)
  const refs = new Set(visible.projects.map(({ ref }) => ref))
  const shown = caller.isAdministrator ? all : all.filter(({ ref }) => refs.has(ref))
  const marks = shown.map(({ syncedAt }) => syncedAt)
  const isKnown = marks.length > 0 && !marks.includes(null)
  return {
    syncedAt: isKnown ? new Date(Math.min(...(marks as Instant[]))).toISOString() : null,
    unread: unreadOf(shown, visible.projects, caller),
    behind: shown.filter(({ isBehind }) => isBehind).map(({ key }) => key),
  }
}

/** Returns the issues that could not be read, in the projects where the caller may browse all issues. */
function unreadOf(
  shown: readonly FreshProject[],
  projects: readonly { readonly id: number; readonly ref: string }[],
  { browsable }: Caller,
): PageSync['unread'] {
  const numbers = new Map(projects.map(({ id, ref }) => [ref, id]))
  const isAll = ({ ref }: FreshProject) => mayBrowseAllLevels(browsable, numbers.get(ref) ?? -1)
  const all = shown.filter(isAll).map(({ unread }) => unread)
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    first: all
      .flatMap(({ first }) => first)
      .slice(0, UNREAD_SHOWN)
      .map(({ name, since }) => ({ name, since: since === null ? null : new Date(since).toISOString() })),
  }
}

const UNREAD_SHOWN = 5

const MAX_PEOPLE = 50

export async function people(
  { store }: PageDeps,
  text: string,
  { caller: { browsable } }: RequestContext,
): Promise<PagePerson[]> {
  const wanted = text.trim().toLowerCase()
  const catalogue = await store.reports.snapshot(snapshot => visibleCatalogue(snapshot, browsable))
  const names = reportNamesOf(catalogue)
  const has = (name: string | null) => name?.toLowerCase().includes(wanted) === true
  return catalogue.people
    .filter(({ displayName, name, email }) => has(displayName) || has(name) || has(email))
    .slice(0, MAX_PEOPLE)
    .map(person => ({ login: names.loginOf(person), name: person.displayName }))
}
