import type { Row } from '../../core/base/row.ts'
import type { SavedQuery } from '../../core/catalogue/model.ts'
import type { Instant } from '../../core/time/instant.ts'
import { removeStoredIssues } from '../batches/remove-issues.ts'
import { numberOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { UNREADABLE_LEVEL } from '../sql/browsable.ts'
import { bigint, bigints, boolean, plain, type Sql, sql, varchar, varchars } from '../sql/sql.ts'
import {
  type Approval,
  type ConnectionIdentity,
  type ConnectionState,
  identityColumns,
  isWholeRound,
  type TrackerListRow,
  WEBHOOKS,
} from './connection-rows.ts'
import { replaceQueriesOfTracker } from './saved-query-rows.ts'
import { TRACKER } from './tracker.ts'

/**
 * What a connection has to do with an issue: read it (`due`), nothing (`stored`), read it later (`failed`), find out
 * whether it still exists (`suspect`), or nothing because it was removed (`gone`).
 */
export type LedgerState = 'due' | 'stored' | 'failed' | 'suspect' | 'gone'

/** An issue in the ledger of a connection. */
export interface LedgerEntry {
  /** The tracker's id of the issue. */
  readonly id: string
  readonly project: string
  /** The newest `updated` of a list. */
  readonly listed: Instant | null
  /** The `updated` of the stored issue; `null` if it was never read. */
  readonly stored: Instant | null
  readonly state: LedgerState
  /** The number of failed reads. */
  readonly tries: number
  /** How often the issue was not found by its address, in different rounds. */
  readonly finds: number
  /** Since when it is a suspect, by the tracker's clock. */
  readonly suspectSince: Instant | null
  /** Whether the stored issue must be read again, although its `updated` may be the same. */
  readonly isOutdated: boolean
}

/** The result of reading an issue through a connection. */
export interface ReadEntry {
  readonly id: string
  readonly project: string
  readonly listed: Instant | null
  readonly stored: Instant | null
  /** When the read began, by our clock. */
  readonly read: Instant
  readonly state: 'due' | 'stored' | 'failed'
  readonly tries: number
  readonly nextTry: Instant | null
  readonly reason: string | null
  /** Whether the newest log entry is much later than `updated`. */
  readonly isLate: boolean
}

/** The additional rows in the transaction of a batch that a connection filled. */
export interface StagedSync {
  readonly connection: string
  readonly round: number
  readonly fetched: number
  readonly failed: number
  /** The lists that were read. */
  readonly lists: readonly TrackerListRow[]
  /** When the hourly lists are read again counts from here; `undefined` for no change, `null` for at once. */
  readonly listsRead?: Instant | null
  /** The saved queries of the tracker; `null` for no change. */
  readonly queries: readonly SavedQuery[] | null
}

/** An issue whose conflict with another one is tried again after this time. Milliseconds. */
const CONFLICT_RETRY_MS = 24 * 3_600_000

/** The number of rounds of a connection that are kept, of whole ones and of those for webhooks. */
const ROUNDS_KEPT = 200

/** Merges what a connection staged, in the transaction of its batch. */
export async function mergeSync(
  run: Run,
  sync: StagedSync,
  { added, replaced }: { readonly added: number; readonly replaced: number },
): Promise<void> {
  const connection = varchar(sync.connection)
  // A hint that came while the issue was read makes it due again.
  const state = plain(`case when r.ref is not null then 'failed' when o.hinted_ms >= l.read_ms then 'due'
    else l.state end`)
  await run(sql`create or replace temp table incoming_ledger as
    select ${connection} as connection, l.issue_ref, l.project_ref, l.listed_updated_ms,
      case when r.ref is not null then o.stored_updated_ms else l.stored_updated_ms end as stored_updated_ms, l.read_ms, ${bigint(sync.round)} as read_round,
      ${state} as state,
      case when r.ref is not null then l.tries + 1 else l.tries end as tries,
      case when r.ref is not null then l.read_ms + ${bigint(CONFLICT_RETRY_MS)} else l.next_try_ms end as next_try_ms,
      case when r.ref is not null then 'it has the id or the key of ' || r.other_key || ' (id ' || r.other_ref || ')'
        else l.reason end as reason,
      0 as finds, null::bigint as suspect_ms, o.hinted_ms, l.is_late, o.issue_key,
      case when ${state} = 'stored' then null else o.missing_ms end as missing_ms,
      ${state} = 'due' or (coalesce(o.is_outdated, false) and ${state} = 'failed') as is_outdated
    from incoming.ledger l left join (select distinct ref, other_key, other_ref from refused_issue) r on r.ref = l.issue_ref
    left join ledger o on o.connection = ${connection} and o.issue_ref = l.issue_ref`)
  await run(sql`delete from ledger where connection = ${connection}
    and issue_ref in (select issue_ref from incoming_ledger)`)
  await run(plain('insert into ledger by name select * from incoming_ledger'))
  await run(sql`update round set fetched = fetched + ${bigint(sync.fetched)},
    changed = changed + ${bigint(added + replaced)}, failed = failed + ${bigint(sync.failed)}
    where connection = ${connection} and number = ${bigint(sync.round)}`)
  await replaceTrackerLists(run, sync.connection, sync.lists)
  if (sync.listsRead !== undefined) await updateListsRead(run, sync.connection, sync.listsRead)
  if (sync.queries) await replaceQueriesOfTracker(run, sync.connection, sync.queries)
}

/** Writes when the hourly lists were read; `null` makes them due. */
export async function updateListsRead(run: Run, connection: string, at: Instant | null): Promise<void> {
  await run(sql`update connection set lists_ms = ${bigint(at)} where name = ${varchar(connection)}`)
}

async function replaceTrackerLists(run: Run, connection: string, lists: readonly TrackerListRow[]): Promise<void> {
  for (const { name, items, digest, read, problem } of lists) {
    await run(sql`delete from tracker_list where connection = ${varchar(connection)} and name = ${varchar(name)}`)
    await run(sql`insert into tracker_list values (${varchar(connection)}, ${varchar(name)}, ${bigint(items)},
      ${varchar(digest)}, ${bigint(read)}, ${varchar(problem)})`)
  }
}

/** Begins a round and returns its number. Old rounds are removed. */
export async function insertRound(run: Run, connection: string, kind: string, at: Instant): Promise<number> {
  const [row] = await run(sql`select coalesce(max(number), 0) + 1 as number from round
    where connection = ${varchar(connection)}`)
  const number = Number(row!.number)
  await run(sql`insert into round values (${varchar(connection)}, ${bigint(number)}, ${varchar(kind)}, ${bigint(at)},
    null, 'hello', 0, 0, 0, 0, 0, 0, 0, 0, null)`)
  const alike = sql`connection = ${varchar(connection)} and ${isWholeRound} = ${boolean(kind !== WEBHOOKS)}`
  await run(sql`delete from round where ${alike} and number not in (
    select number from round where ${alike} order by number desc limit ${bigint(ROUNDS_KEPT)})`)
  return number
}

/** A project to be followed, or followed already. */
export interface FollowedProject {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** The changes of the projects of a connection. */
export interface ProjectChanges {
  readonly added: readonly FollowedProject[]
  /** Projects with another key or name than before. */
  readonly renamed: readonly FollowedProject[]
  readonly hidden: readonly string[]
  /** Projects that were hidden before. */
  readonly shown: readonly string[]
  readonly at: Instant
}

/**
 * Writes what changed about the projects of a connection. The issues that the store has of an added project are due, so
 * that the connection takes them over. The issues of a project with a new key are outdated, because their keys changed.
 */
export async function updateProjects(
  run: Run,
  name: string,
  { added, renamed, hidden, shown, at }: ProjectChanges,
): Promise<void> {
  const connection = varchar(name)
  for (const project of added) {
    await run(sql`insert into scope (connection, project_ref, key, name, visible)
      values (${connection}, ${varchar(project.id)}, ${varchar(project.key)}, ${varchar(project.name)}, true)`)
    await run(sql`insert into ledger
        (connection, issue_ref, project_ref, listed_updated_ms, state, tries, finds, is_late)
      select ${connection}, i.ref, ${varchar(project.id)}, i.updated_ms, 'due', 0, 0, false
      from issue i join project p on p.id = i.project_id
      where p.ref = ${varchar(project.id)} and p.tracker = ${bigint(TRACKER)}
        and i.ref not in (select issue_ref from ledger where connection = ${connection})`)
  }
  for (const project of renamed) {
    const own = sql`connection = ${connection} and project_ref = ${varchar(project.id)}`
    await markOutdated(
      run,
      sql`${own} and exists (select 1 from scope where ${own} and key <> ${varchar(project.key)})`,
    )
    await run(sql`update scope set key = ${varchar(project.key)}, name = ${varchar(project.name)} where ${own}`)
  }
  await run(sql`update scope set visible = false, hidden_ms = ${bigint(at)}
    where connection = ${connection} and project_ref in (select unnest(${varchars(hidden)}))`)
  await run(sql`update scope set visible = true, hidden_ms = null, census_ms = null
    where connection = ${connection} and project_ref in (select unnest(${varchars(shown)}))`)
}

/** The columns of an entry of the ledger `l`. */
const ENTRY = sql`l.issue_ref as id, l.project_ref as project, l.listed_updated_ms as listed,
  l.stored_updated_ms as stored, l.state, l.tries, l.finds, l.suspect_ms as suspect_since, l.is_outdated`

/** Reads the entries of these issues. Issues that are not in the ledger are absent. */
export async function readEntries(run: Run, connection: string, ids: readonly string[]): Promise<LedgerEntry[]> {
  const rows = await run(sql`select ${ENTRY} from ledger l
    where connection = ${varchar(connection)} and issue_ref in (select unnest(${varchars(ids)}))`)
  return rows.map(entryOf)
}

/** Reads the entries of a project in the order of their ids, from after the id `after`. */
export async function readEntriesOfProject(
  run: Run,
  connection: string,
  project: string,
  after: string,
  limit: number,
): Promise<LedgerEntry[]> {
  const rows = await run(sql`select ${ENTRY} from ledger l
    where connection = ${varchar(connection)} and project_ref = ${varchar(project)} and issue_ref > ${varchar(after)}
    order by issue_ref limit ${bigint(limit)}`)
  return rows.map(entryOf)
}

/** Issues that may be read now: due, or failed for long enough, and not yet read in this round. */
function readable(round: number, now: Instant): Sql {
  return sql`s.visible and (l.state = 'due' or l.state = 'failed' and l.next_try_ms <= ${bigint(now)})
    and l.read_round is distinct from ${bigint(round)}`
}

const LEDGER_OF_SCOPES = sql`ledger l join scope s on s.connection = l.connection and s.project_ref = l.project_ref`

const IS_BACKFILL = sql`(s.watermark_ms is null and l.stored_updated_ms is null)`

/** Issues that are new, that changed since they were read, or that a webhook named. */
const IS_NEWS = sql`(l.read_ms is null or l.listed_updated_ms > l.stored_updated_ms or l.hinted_ms >= l.read_ms)`

/**
 * Reads the next issues that are due in a round. First come new and changed issues with the oldest `updated` first, then
 * issues that are read again with the newest `updated` first, then those of a backfill with the largest id first. So
 * changes arrive early while all issues are read, and reports about the present become useful early.
 */
export async function readDue(
  run: Run,
  connection: string,
  { round, now, limit }: { readonly round: number; readonly now: Instant; readonly limit: number },
): Promise<LedgerEntry[]> {
  const rows = await run(sql`select ${ENTRY}
    from ${LEDGER_OF_SCOPES} where l.connection = ${varchar(connection)} and ${readable(round, now)}
    order by case when ${IS_BACKFILL} then 3 when ${IS_NEWS} then 1 else 2 end,
      case when ${IS_BACKFILL} then -try_cast(l.issue_ref as bigint) when ${IS_NEWS} then l.listed_updated_ms
        else -l.listed_updated_ms end,
      l.issue_ref
    limit ${bigint(limit)}`)
  return rows.map(entryOf)
}

/** Counts the issues that are due in a round. */
export async function countDue(
  run: Run,
  connection: string,
  { round, now }: { readonly round: number; readonly now: Instant },
): Promise<number> {
  const [row] = await run(sql`select count(*) as issues from ${LEDGER_OF_SCOPES}
    where l.connection = ${varchar(connection)} and ${readable(round, now)}`)
  return Number(row!.issues)
}

/** Issues that a list found: new, changed, or moved. */
export interface ListedEntry {
  readonly id: string
  /** `null` if it is not known. */
  readonly key: string | null
  readonly project: string
  readonly updated: Instant
}

/** Makes listed issues due. */
export async function markListed(run: Run, connection: string, entries: readonly ListedEntry[]): Promise<void> {
  const listed = sql`(select unnest(${varchars(entries.map(({ id }) => id))}) as issue_ref,
    unnest(${varchars(entries.map(({ project }) => project))}) as project_ref,
    unnest(${varchars(entries.map(({ key }) => key ?? ''))}) as issue_key,
    unnest(${bigints(entries.map(({ updated }) => updated))}) as updated_ms)`
  await run(sql`update ledger set project_ref = n.project_ref, listed_updated_ms = n.updated_ms, state = 'due', tries = 0,
      next_try_ms = null, reason = null, finds = 0, suspect_ms = null,
      issue_key = coalesce(nullif(n.issue_key, ''), ledger.issue_key),
      missing_ms = coalesce(missing_ms, n.updated_ms),
      read_ms = case when state = 'gone' then null else read_ms end
    from ${listed} n where ledger.connection = ${varchar(connection)} and ledger.issue_ref = n.issue_ref`)
  await run(sql`insert into ledger
      (connection, issue_ref, project_ref, listed_updated_ms, state, tries, finds, is_late, issue_key, missing_ms)
    select ${varchar(connection)}, n.issue_ref, n.project_ref, n.updated_ms, 'due', 0, 0, false,
      nullif(n.issue_key, ''), n.updated_ms from ${listed} n
    where n.issue_ref not in (select issue_ref from ledger where connection = ${varchar(connection)})`)
}

/**
 * Marks all issues of a connection as outdated. As `unread`, they are read as if they had never been stored, so that older
 * answers replace them; those that failed are tried again at once.
 */
export async function markAllDue(run: Run, connection: string, as: 'read' | 'unread'): Promise<void> {
  const own = sql`connection = ${varchar(connection)}`
  if (as === 'read') {
    await markOutdated(run, own)
    return
  }
  await run(sql`update ledger set stored_updated_ms = null where ${own} and state <> 'gone'`)
  await run(sql`update ledger set state = 'due', tries = 0, next_try_ms = null, reason = null, finds = 0,
      suspect_ms = null
    where ${own} and state not in ('gone', 'suspect')`)
}

/** Marks issues as outdated. They stay so until they are read. Those that are stored are due. */
async function markOutdated(run: Run, condition: Sql): Promise<void> {
  await run(sql`update ledger set is_outdated = true, state = case when state = 'stored' then 'due' else state end
    where state <> 'gone' and ${condition}`)
}

/** Changes the state of entries without reading them. An outdated issue is due instead of stored, and one that is gone stays so. */
export async function updateEntries(
  run: Run,
  connection: string,
  ids: readonly string[],
  { state, reason, suspectSince }: Pick<LedgerEntry, 'state' | 'suspectSince'> & { readonly reason: string | null },
): Promise<void> {
  // A webhook may have named the issue since its entry was read, and it may have been removed.
  const next = sql`case when is_outdated and ${varchar(state)} = 'stored' then 'due' else ${varchar(state)} end`
  await run(sql`update ledger set state = ${next}, reason = ${varchar(reason)}, finds = 0, next_try_ms = null,
      suspect_ms = ${bigint(suspectSince)}, missing_ms = case when ${next} = 'stored' then null else missing_ms end
    where connection = ${varchar(connection)} and issue_ref in (select unnest(${varchars(ids)})) and state <> 'gone'`)
}

/** Whether a stored issue is in no project that another connection follows. */
function isNotOfOthers(connection: string): Sql {
  return sql`project_id not in (select p.id from project p join scope s on s.project_ref = p.ref
    where p.tracker = ${bigint(TRACKER)} and s.connection <> ${varchar(connection)})`
}

/**
 * Hides issues that the account may not read any more from everyone but administrators. Issues that moved to a project of
 * another connection stay visible.
 */
export async function hideIssues(
  run: Run,
  connection: string,
  ids: readonly string[],
  postponement: Postponement,
): Promise<void> {
  // Without a digest, the issue is replaced as soon as it can be read again.
  await run(sql`update issue set security_level = ${varchar(UNREADABLE_LEVEL)}, digest = null
    where tracker = ${bigint(TRACKER)} and ref in (select unnest(${varchars(ids)}))
      and ${isNotOfOthers(connection)}`)
  // Only reading it restores its level, even if it did not change meanwhile.
  await run(sql`update ledger set stored_updated_ms = null
    where connection = ${varchar(connection)} and issue_ref in (select unnest(${varchars(ids)}))`)
  await postponeEntries(run, connection, ids, postponement)
}

/** Why issues are not read now, and when they are tried again. */
export interface Postponement {
  readonly reason: string
  readonly nextTry: Instant
}

/** Lets issues be read again later, because they cannot be read now. */
export async function postponeEntries(
  run: Run,
  connection: string,
  ids: readonly string[],
  { reason, nextTry }: Postponement,
): Promise<void> {
  await run(sql`update ledger set state = 'failed', tries = 0, reason = ${varchar(reason)},
      next_try_ms = ${bigint(nextTry)}, finds = 0, suspect_ms = null
    where connection = ${varchar(connection)} and issue_ref in (select unnest(${varchars(ids)}))`)
}

/** Counts one more round in which these issues were not found by their addresses. */
export async function countMissing(run: Run, connection: string, ids: readonly string[]): Promise<void> {
  await run(sql`update ledger set finds = finds + 1
    where connection = ${varchar(connection)} and issue_ref in (select unnest(${varchars(ids)}))`)
}

/** Which suspects of a project to read. */
export interface SuspectsQuery {
  /** The round, which decides their order, so that each round begins with others. */
  readonly round: number
  readonly limit: number
  /** Whether those come first that were looked for most often; otherwise the suspects are a random sample. */
  readonly missedFirst: boolean
}

/** Reads suspects of a project. */
export async function readSuspects(
  run: Run,
  connection: string,
  project: string,
  { round, limit, missedFirst }: SuspectsQuery,
): Promise<LedgerEntry[]> {
  const rows = await run(sql`select ${ENTRY} from ledger l
    where connection = ${varchar(connection)} and project_ref = ${varchar(project)} and state = 'suspect'
    order by ${missedFirst ? plain('finds desc,') : plain('')} md5(issue_ref || '-' || ${bigint(round)}), issue_ref
    limit ${bigint(limit)}`)
  return rows.map(entryOf)
}

/** Counts the issues of a project that rounds removed since then without an approval. */
export async function countRemoved(run: Run, connection: string, project: string, since: Instant): Promise<number> {
  const [row] = await run(sql`select count(*) as issues from ledger
    where connection = ${varchar(connection)} and project_ref = ${varchar(project)} and state = 'gone'
      and read_ms >= ${bigint(since)}`)
  return Number(row!.issues)
}

/** Approves the removals in a project so far: they do not count as a part of later losses. */
export async function approveRemovals(run: Run, connection: string, project: string): Promise<void> {
  await run(sql`update ledger set read_ms = null
    where connection = ${varchar(connection)} and project_ref = ${varchar(project)} and state = 'gone'`)
}

/** Issues to remove, each with its reason. */
export interface Removal {
  readonly round: number
  readonly at: Instant
  readonly entries: readonly { readonly id: string; readonly project: string; readonly reason: string }[]
}

/**
 * Removes issues that are gone from the tracker, or moved out of the followed projects of the connection, and remembers
 * them as gone, with the time. Issues that moved to a project of another connection stay.
 */
export async function removeGone(run: Run, connection: string, { round, at, entries }: Removal): Promise<void> {
  const ids = varchars(entries.map(({ id }) => id))
  const rows = await run(
    sql`select id from issue where tracker = ${bigint(TRACKER)} and ref in (select unnest(${ids}))
      and ${isNotOfOthers(connection)}`,
  )
  await removeStoredIssues(
    run,
    rows.map(({ id }) => Number(id)),
  )
  await run(sql`delete from ledger where connection = ${varchar(connection)} and issue_ref in (select unnest(${ids}))`)
  await run(sql`insert into ledger
      (connection, issue_ref, project_ref, state, tries, reason, finds, is_late, read_ms, read_round)
    select ${varchar(connection)}, unnest(${ids}), unnest(${varchars(entries.map(({ project }) => project))}), 'gone', 0,
      unnest(${varchars(entries.map(({ reason }) => reason))}), 0, false, ${bigint(at)}, ${bigint(round)}`)
  await run(sql`update round set gone = gone + ${bigint(rows.length)}
    where connection = ${varchar(connection)} and number = ${bigint(round)}`)
}

/** Lets the next round list all issues of a project, because some of them may be gone. */
export async function requestCensus(run: Run, connection: string, project: string): Promise<void> {
  await run(sql`update scope set census_ms = null
    where connection = ${varchar(connection)} and project_ref = ${varchar(project)}`)
}

/** Lets the next round list all issues of all projects. */
export async function resetLists(run: Run, connection: string): Promise<void> {
  await run(sql`update scope set listed_ms = null where connection = ${varchar(connection)}`)
}

/** The result of listing a project. */
export interface ListResult {
  /** All issues with an `updated` before this instant are in the ledger. */
  readonly listed: Instant
  /** Set if the list was a complete census. */
  readonly census: { readonly at: Instant; readonly expected: number | null; readonly counted: number } | null
}

/** Writes the result of listing a project. */
export async function updateScope(
  run: Run,
  connection: string,
  project: string,
  { listed, census }: ListResult,
): Promise<void> {
  const own = sql`connection = ${varchar(connection)} and project_ref = ${varchar(project)}`
  await run(sql`update scope set listed_ms = ${bigint(listed)}, reason = null where ${own}`)
  if (census)
    await run(sql`update scope set census_ms = ${bigint(census.at)}, expected_count = ${bigint(census.expected)},
      listed_count = ${bigint(census.counted)} where ${own}`)
}

/** Makes the issues of a project due that were read longest ago, except those read since `before`. */
export async function scrubProject(
  run: Run,
  connection: string,
  project: string,
  { at, before, days }: { readonly at: Instant; readonly before: Instant; readonly days: number },
): Promise<void> {
  const own = sql`connection = ${varchar(connection)} and project_ref = ${varchar(project)}`
  const [row] = await run(sql`select count(*) as issues from ledger where ${own} and state = 'stored'`)
  const share = Math.ceil(Number(row!.issues) / days)
  await run(sql`update ledger set state = 'due' where ${own} and issue_ref in (
    select issue_ref from ledger where ${own} and state = 'stored' and (read_ms is null or read_ms <= ${bigint(before)})
    order by read_ms nulls first, issue_ref limit ${bigint(share)})`)
  await run(sql`update scope set scrub_ms = ${bigint(at)} where ${own}`)
}

/** How a round ended. */
export interface RoundEnd {
  readonly round: number
  /** Whether it was a whole round; otherwise it only read what webhooks named. */
  readonly isWhole: boolean
  readonly ended: Instant
  readonly phase: string
  readonly listed: number
  readonly requests: number
  readonly waitedMs: number
  readonly bytes: number
  readonly error: string | null
  /** Why projects could not be listed, by id. */
  readonly scopeReasons: readonly { readonly project: string; readonly reason: string }[]
  /** The identity of the tracker; `null` if it was not accepted. */
  readonly identity: ConnectionIdentity | null
  readonly clock: Instant | null
  readonly settings: string | null
  readonly isLossAccepted: boolean
  readonly state: ConnectionState
  readonly reason: string | null
  readonly approval: Approval | null
  readonly nextTry: Instant | null
}

/** Whether an issue is in the ledger whose newest state was not read. */
const IS_PENDING = plain(`state = 'due' and (stored_updated_ms is null or listed_updated_ms > stored_updated_ms)`)

/**
 * Ends a round, and returns the state of the connection. One that was paused meanwhile stays paused. A round for webhooks
 * changes the state only if it failed.
 */
export async function finishRound(run: Run, name: string, end: RoundEnd): Promise<ConnectionState> {
  const connection = varchar(name)
  if (end.isWhole) await finishWhole(run, name, end)
  if (end.isWhole || end.error !== null) await updateOutcome(run, name, end)
  await run(sql`update round set ended_ms = ${bigint(end.ended)}, phase = ${varchar(end.phase)},
      listed = ${bigint(end.listed)}, requests = ${bigint(end.requests)}, waited_ms = ${bigint(end.waitedMs)},
      bytes = ${bigint(end.bytes)}, error = ${varchar(end.error)}
    where connection = ${connection} and number = ${bigint(end.round)}`)
  const [row] = await run(sql`select state from connection where name = ${connection}`)
  return row!.state as ConnectionState
}

/** Advances the watermarks of projects to the start of the last list if all of its issues were read or failed. */
async function finishWhole(run: Run, name: string, end: RoundEnd): Promise<void> {
  const connection = varchar(name)
  for (const { project, reason } of end.scopeReasons)
    await run(sql`update scope set reason = ${varchar(reason)}
      where connection = ${connection} and project_ref = ${varchar(project)}`)
  await run(sql`update scope set watermark_ms = listed_ms, scrub_ms = coalesce(scrub_ms, ${bigint(end.ended)})
    where connection = ${connection} and visible and listed_ms is not null and not exists (
      select 1 from ledger l where l.connection = scope.connection and l.project_ref = scope.project_ref and ${IS_PENDING})`)
  if (end.identity) await run(sql`update connection set ${identityColumns(end.identity)} where name = ${connection}`)
  await run(sql`update connection set clock_ms = coalesce(${bigint(end.clock)}, clock_ms),
      settings = coalesce(${varchar(end.settings)}, settings), loss_accepted = ${boolean(end.isLossAccepted)},
      synced_ms = ${end.error === null ? sql`${bigint(end.ended)}` : plain('synced_ms')}
    where name = ${connection}`)
}

/** Writes the state of a connection. One that is otherwise live is backfilling while a project was not read completely. */
async function updateOutcome(run: Run, name: string, end: RoundEnd): Promise<void> {
  const connection = varchar(name)
  const isUnread = sql`exists (select 1 from scope where connection = ${connection} and visible
    and watermark_ms is null and reason is null)`
  await run(sql`update connection set
      state = case when ${varchar(end.state)} = 'live' and ${isUnread} then 'backfilling' else ${varchar(end.state)} end,
      reason = ${varchar(end.reason)},
      approval = ${varchar(end.approval)}, next_try_ms = ${bigint(end.nextTry)}
    where name = ${connection} and state <> 'paused'`)
}

function entryOf(row: Row): LedgerEntry {
  return {
    id: String(row.id),
    project: String(row.project),
    listed: numberOrNull(row.listed),
    stored: numberOrNull(row.stored),
    state: row.state as LedgerState,
    tries: Number(row.tries),
    finds: Number(row.finds),
    suspectSince: numberOrNull(row.suspect_since),
    isOutdated: row.is_outdated === true,
  }
}
