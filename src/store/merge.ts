import { HOLD_NAMES } from './held-names.ts'

const REPLACED = `(select id from replaced_id)`
const TOUCHED = `(select project_id from touched_project)`

/**
 * Brings the incoming rows into the store, in order, inside one transaction.
 *
 * Of several issues with one id or one key the last is taken. A known issue keeps its number, so that the same
 * import gives the same store. Stays are written sorted by field, project and issue: what a report reads lies together.
 */
export const mergeStatements: readonly string[] = [
  `create or replace temp table incoming_id as
   with last_of_id as (
     select ref, key, project_id, number, local from incoming_issue
     qualify row_number() over (partition by ref order by local desc) = 1
   ), last_of_key as (
     select * from last_of_id qualify row_number() over (partition by key order by local desc) = 1
   )
   select n.local, o.id is not null as known,
          coalesce(o.id, (select coalesce(max(id), 0) from issue)
            + row_number() over (partition by o.id is null order by n.project_id, n.number, n.ref))::integer as id
   from last_of_key n left join issue o on o.ref = n.ref`,
  `create or replace temp table replaced_id as
   select id from incoming_id where known
   union select o.id from issue o join incoming_issue i on i.key = o.key join incoming_id n on n.local = i.local`,
  `create or replace temp table touched_project as
   select project_id from incoming_issue union select project_id from issue where id in ${REPLACED}`,
  `delete from issue where id in ${REPLACED}`,
  `delete from issue_value where issue_id in ${REPLACED}`,
  `delete from repair where issue_id in ${REPLACED}`,
  `delete from change where issue_id in ${REPLACED}`,
  `delete from stay where issue_id in ${REPLACED}`,
  `delete from status_holder where issue_id in ${REPLACED}`,
  `delete from posting where issue_id in ${REPLACED}`,
  `insert into issue
   select n.id, i.* exclude (local) from incoming_issue i join incoming_id n on n.local = i.local
   order by i.project_id, n.id`,
  `insert into issue_value
   select n.id, v.* exclude (local) from incoming_value v join incoming_id n on n.local = v.local
   order by v.field_id, n.id`,
  `insert into repair select n.id, r.* exclude (local) from incoming_repair r join incoming_id n on n.local = r.local`,
  `insert into change
   select n.id, c.* exclude (local) from incoming_change c join incoming_id n on n.local = c.local
   order by c.field_id, n.id, c.seq`,
  `insert into stay
   select i.project_id, n.id, s.* exclude (local)
   from incoming_stay s join incoming_id n on n.local = s.local join incoming_issue i on i.local = n.local
   order by s.field_id, i.project_id, n.id, s.seq`,
  `insert into status_holder
   select i.project_id, n.id, h.* exclude (local)
   from incoming_holder h join incoming_id n on n.local = h.local join incoming_issue i on i.local = n.local
   order by i.project_id, n.id, h.seq`,
  `delete from project_status where project_id in ${TOUCHED}`,
  `insert into project_status
   select project_id, value_id, min(entered_ms) from stay where field_id = 'status' and project_id in ${TOUCHED} group by all`,
  HOLD_NAMES,
]
