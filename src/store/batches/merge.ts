import { IMPORTER_VERSION } from '../../core/history/importer-version.ts'
import { LOG_NAME_TABLES } from '../rows/log-name-rows.ts'
import { loggedStatuses } from '../rows/status-log.ts'
import { TRACKER } from '../rows/tracker.ts'
import { ADD_NAMES_OF_IDS, ADD_VALUE_NAMES, COLLECT_REPLACED_NAMES, REMOVE_LOST_NAMES } from '../rows/value-names.ts'

const REPLACED = `(select id from replaced_id)`
const TOUCHED = `(select project_id from touched_project)`

/** The issues with which incoming ones may share an id or a key. */
const STORED = `(select * from issue where tracker = ${TRACKER})`

/** Selects incoming issues that differ from an issue with the same id or key: they have another creation time. */
const others = (from: string, condition: string) =>
  `select i.local, i.key, i.ref, i.created_ms, o.key as other_key, o.ref as other_ref, o.created_ms as other_created_ms
   from incoming.issue i join ${from} o on ${condition} where o.created_ms <> i.created_ms`

/**
 * Finds the incoming issues that conflict with an issue of the same id or key, in the store or earlier in the batch.
 *
 * An issue that moves gets a new key, but keeps its id and creation time. So two issues with the same id and different
 * keys, or the same key and different ids, are different if their creation times differ.
 */
export const FIND_CONFLICTS = `create or replace temp table refused_issue as select * from (
  ${others(STORED, 'o.ref = i.ref and o.key <> i.key')}
  union all
  ${others(STORED, 'o.key = i.key and o.ref <> i.ref')} and o.ref not in (select ref from incoming.issue)
  union all
  ${others('incoming.issue', 'o.local < i.local and o.ref = i.ref and o.key <> i.key')}
  union all
  ${others('incoming.issue', 'o.local < i.local and o.key = i.key and o.ref <> i.ref')}
  ) qualify row_number() over (partition by local order by other_key, other_ref) = 1`

/**
 * Selects the incoming issues to merge, in order, inside one transaction.
 *
 * `incoming_fate` has the result for each: `added`, `replaced`, `unchanged`, or `kept` if it has no change log but the
 * stored issue has one. Of several issues with the same id or key, the last one with a log is used. `incoming_id` has
 * the issues to merge, `replaced_id` the stored ones that they replace.
 */
export const selectStatements: readonly string[] = [
  `create or replace temp table incoming_fate as
   with last_of_id as (
     select ref, key, project_id, number, has_log, digest, local from incoming.issue join incoming.digest using (local)
     where local not in (select local from refused_issue)
     qualify row_number() over (partition by ref order by has_log desc, local desc) = 1
   ), last_of_key as (
     select * from last_of_id qualify row_number() over (partition by key order by has_log desc, local desc) = 1
   ), found as (
     select n.*, o.id, k.id as id_of_key,
            o.digest = n.digest and o.key = n.key and o.importer = ${IMPORTER_VERSION} as is_same,
            not n.has_log and (coalesce(o.has_log, false) or coalesce(k.has_log, false)) as is_kept
     from last_of_key n left join ${STORED} o on o.ref = n.ref left join ${STORED} k on k.key = n.key
   )
   select local, id is not null as known, digest,
          coalesce(id, (select coalesce(max(id), 0) from issue)
            + row_number() over (partition by id is null order by project_id, number, ref))::integer as id,
          case when is_kept then 'kept' when is_same then 'unchanged'
               when id is null and id_of_key is null then 'added' else 'replaced' end as fate
   from found`,
  `create or replace temp table incoming_id as
   select local, known, digest, id from incoming_fate where fate in ('added', 'replaced')`,
  `create or replace temp table replaced_id as
   select id from incoming_id where known
   union select o.id from ${STORED} o join incoming.issue i on i.key = o.key join incoming_id n on n.local = i.local`,
  `create or replace temp table touched_project as
   select project_id from incoming.issue join incoming_id using (local)
   union select project_id from issue where id in ${REPLACED}`,
  // A tracker may cut the log of a move, so what was known stays known.
  `create or replace temp table kept_key as
   select n.id as issue_id, f.key from former_key f join incoming_id n on n.id = f.issue_id
   union select n.id, o.key from issue o join incoming_id n on n.id = o.id
   union select n.id, f.key from incoming.former_key f join incoming_id n on n.local = f.local`,
]

/** Counts the issues by fate: `issues`, those with repaired histories, and those without a log. */
export const COUNT_FATES = `select f.fate, count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
    count(*) filter (where not i.has_log) as unlogged
  from incoming_fate f left join issue i on i.id = f.id group by f.fate`

/** Removes the issues that incoming ones replace. */
const REMOVE_REPLACED: readonly string[] = [
  COLLECT_REPLACED_NAMES,
  `delete from former_key where issue_id in ${REPLACED}`,
  `delete from issue where id in ${REPLACED}`,
  `delete from issue_value where issue_id in ${REPLACED}`,
  `delete from repair where issue_id in ${REPLACED}`,
  `delete from change where issue_id in ${REPLACED}`,
  `delete from stay where issue_id in ${REPLACED}`,
  `delete from status_assignment where issue_id in ${REPLACED}`,
  `delete from posting where issue_id in ${REPLACED}`,
  ...['named_value', ...LOG_NAME_TABLES].map(table => `delete from ${table} where issue_id in ${REPLACED}`),
]

const ADD_INCOMING: readonly string[] = [
  `insert into issue
   select n.id, i.* exclude (local, security_level, last_entry_ms), ${IMPORTER_VERSION}, n.digest, ${TRACKER}, i.security_level,
     i.local in (${loggedStatuses({ stay: 'incoming.stay', repair: 'incoming.repair', id: 'local' })}), i.last_entry_ms
   from incoming.issue i join incoming_id n on n.local = i.local order by i.project_id, n.id`,
  // A file without logs may be the first to say that the issue has a level. A file with a log replaces the issue again.
  `update issue set security_level = i.security_level, digest = null
   from incoming_fate f join incoming.issue i on i.local = f.local
   where f.fate = 'kept' and issue.id = f.id and issue.security_level is null and i.security_level is not null
     and i.updated_ms >= issue.updated_ms`,
  `insert into former_key select k.issue_id, k.key from kept_key k join issue i on i.id = k.issue_id where k.key <> i.key
   order by all`,
  `insert into issue_value
   select n.id, v.* exclude (local) from incoming.value v join incoming_id n on n.local = v.local
   order by v.field_id, n.id`,
  `insert into repair select n.id, r.* exclude (local) from incoming.repair r join incoming_id n on n.local = r.local`,
  `insert into change
   select n.id, c.* exclude (local) from incoming.change c join incoming_id n on n.local = c.local
   order by c.field_id, n.id, c.seq`,
  `insert into stay
   select i.project_id, n.id, s.* exclude (local)
   from incoming.stay s join incoming_id n on n.local = s.local join incoming.issue i on i.local = n.local
   order by s.field_id, i.project_id, n.id, s.seq`,
  `insert into status_assignment
   select i.project_id, n.id, h.* exclude (local)
   from incoming.assignment h join incoming_id n on n.local = h.local join incoming.issue i on i.local = n.local
   order by i.project_id, n.id, h.seq`,
  `delete from project_status where project_id in ${TOUCHED}`,
  `insert into project_status
   select project_id, value_id, min(entered_ms) from stay where field_id = 'status' and project_id in ${TOUCHED} group by all`,
  ADD_VALUE_NAMES,
  `insert into named_value select n.id, v.* exclude (local) from incoming.named_value v join incoming_id n on n.local = v.local`,
  ...LOG_NAME_TABLES.map(
    table =>
      `insert into ${table} select n.id, t.* exclude (local) from incoming.${table} t join incoming_id n on n.local = t.local`,
  ),
  ADD_NAMES_OF_IDS,
]

/**
 * Returns the statements that merge the selected issues into the store, in order, inside one transaction. `isReplacing` states
 * whether `replaced_id` has rows.
 *
 * Known issues keep their numbers, so that the same import gives the same store. Stays are sorted by field, project and
 * issue, so that the rows of a report are close together.
 */
export function mergeStatements(isReplacing: boolean): readonly string[] {
  return isReplacing ? [...REMOVE_REPLACED, ...ADD_INCOMING, REMOVE_LOST_NAMES] : ADD_INCOMING
}

/** The temporary tables of a merge. */
export const MERGE_TABLES = [
  'refused_issue',
  'incoming_fate',
  'incoming_id',
  'replaced_id',
  'touched_project',
  'kept_key',
  'lost_name',
  'incoming_ledger',
]
