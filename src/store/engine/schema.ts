import type { DuckDBConnection } from '@duckdb/node-api'
import { convertSavedReports } from '../batches/convert-saved-reports.ts'
import { KEEP_OWN_FIELDS } from '../rows/log-name-rows.ts'
import { STORED_LOGGED_STATUSES } from '../rows/status-log.ts'
import { indexAllTexts } from '../rows/text-index.ts'
import { NAMED_FIELDS, NAMES_OF_IDS } from '../rows/value-names.ts'

/** A migration from one schema version to the next. */
export interface Migration {
  readonly version: number
  readonly statements: readonly string[]
  /** Work that SQL cannot express, after the statements. */
  readonly finish?: (connection: DuckDBConnection) => Promise<void>
}

/**
 * The schema as a list of migrations; a new store runs all of them.
 *
 * Instants are `bigint` milliseconds since 1970 in columns named `..._ms`. `issue_id` and `project_id` are internal
 * numbers; all other ids are the tracker's, as text. There are no indexes: stays are sorted, so zone maps are enough.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `create table store_info (schema_version integer not null, batch bigint not null)`,
      `insert into store_info values (1, 0)`,
      `create table batch (id bigint not null, source varchar not null, issues bigint not null, finished_ms bigint not null)`,

      `create table project (id integer not null, ref varchar not null, key varchar not null, name varchar not null, seen_ms bigint not null)`,
      `create table status (id varchar not null, name varchar not null, category varchar, position integer, listed boolean not null, authority tinyint not null, seen_ms bigint not null)`,
      `create table issue_type (id varchar not null, name varchar not null, subtask boolean not null, authority tinyint not null, seen_ms bigint not null)`,
      `create table priority (id varchar not null, name varchar not null, authority tinyint not null, seen_ms bigint not null)`,
      `create table resolution (id varchar not null, name varchar not null, authority tinyint not null, seen_ms bigint not null)`,
      `create table field (id varchar not null, name varchar not null, kind varchar not null, multi boolean not null, alias varchar, authority tinyint not null, seen_ms bigint not null)`,
      `create table person (id varchar not null, name varchar, key varchar, account_id varchar, display_name varchar not null, email varchar, active boolean not null, time_zone varchar, authority tinyint not null, seen_ms bigint not null)`,
      `create table version (id varchar not null, project_ref varchar, name varchar not null, released boolean, archived boolean, release_date varchar, authority tinyint not null, seen_ms bigint not null)`,
      `create table component (id varchar not null, project_ref varchar, name varchar not null, authority tinyint not null, seen_ms bigint not null)`,
      `create table sprint (id varchar not null, name varchar not null, state varchar, start_ms bigint, end_ms bigint, authority tinyint not null, seen_ms bigint not null)`,
      `create table person_group (name varchar not null)`,
      `create table group_member (group_name varchar not null, person_id varchar not null)`,

      `create table issue (
        id integer not null, ref varchar not null, key varchar not null, project_id integer not null, number bigint not null,
        type_id varchar, status_id varchar, priority_id varchar, resolution_id varchar,
        assignee_id varchar, reporter_id varchar, creator_id varchar,
        created_ms bigint not null, updated_ms bigint not null, resolved_ms bigint,
        summary varchar not null, description varchar, repaired integer not null)`,
      `create table issue_value (issue_id integer not null, field_id varchar not null, value_id varchar not null, text varchar not null, num double, ms bigint)`,
      `create table repair (issue_id integer not null, kind varchar not null, field_id varchar, at_ms bigint not null)`,
      `create table change (
        issue_id integer not null, seq integer not null, at_ms bigint not null, entry varchar not null, author_id varchar,
        field_id varchar not null, from_id varchar, from_text varchar, to_id varchar, to_text varchar)`,
      `create table stay (
        project_id integer not null, issue_id integer not null, field_id varchar not null, seq integer not null,
        value_id varchar, value varchar, entered_ms bigint not null, left_ms bigint,
        from_id varchar, actor_id varchar, visit integer not null)`,
      `create table status_holder (
        project_id integer not null, issue_id integer not null, seq integer not null,
        status_id varchar not null, assignee_id varchar, entered_ms bigint not null, left_ms bigint)`,
    ],
  },
  {
    version: 2,
    statements: [
      // Versions are immutable: running reports can still use a version after it is replaced.
      `create table calendar_version (
        version integer not null, calendar_id varchar not null, definition varchar not null, rules varchar not null,
        from_ms bigint not null, to_ms bigint not null, width_ms bigint not null, shift_ms bigint not null)`,
      `create table calendar (id varchar not null, version integer not null, is_default boolean not null)`,
      `create table calendar_bucket (
        version integer not null, k bigint not null, start_ms bigint not null, length_ms bigint not null, cumulative_ms bigint not null)`,
    ],
  },
  {
    version: 3,
    statements: [
      `create table saved_query (id varchar not null, name varchar not null, jql varchar not null)`,
      // All names that values ever had, for fields whose values queries can name.
      `create table held_name (field_id varchar not null, name varchar not null)`,
      `insert into held_name select distinct field_id, value from stay where value is not null and ${NAMED_FIELDS}`,
      // The positions of each word in the texts of issues, sorted by word.
      `create table term (id integer not null, word varchar not null, stem varchar not null)`,
      `create table posting (term_id integer not null, field_id varchar not null, issue_id integer not null, pos integer not null)`,
    ],
    finish: indexAllTexts,
  },
  {
    version: 4,
    statements: [
      // The number of acknowledged transactions: batches, and small changes between them.
      `alter table store_info add column revision bigint`,
      `update store_info set revision = batch`,
      // One row, written to test that the store is writable.
      `create table probe (at_ms bigint not null)`,
      `insert into probe values (0)`,
      `create table account (login varchar not null, time_zone varchar, disabled boolean not null, created_ms bigint not null)`,
      `create table account_group (login varchar not null, name varchar not null)`,
      // Only digests of tokens are stored.
      `create table token (id varchar not null, login varchar not null, digest varchar not null, created_ms bigint not null, expires_ms bigint)`,
      `create table token_use (token_id varchar not null, used_ms bigint not null)`,
      // Sessions of the page with their expiry and token; also stored as digests.
      `create table session (digest varchar not null, token_id varchar not null, expires_ms bigint not null)`,
      // Projects in this table may be browsed only by administrators and by those in project_grant.
      `create table restricted_project (project_id integer not null)`,
      `create table project_grant (project_id integer not null, kind varchar not null, name varchar not null)`,
      // Saved reports of the page; the login is empty for users who are not signed in.
      `create table saved_report (login varchar not null, name varchar not null, address varchar not null)`,
    ],
  },
  {
    version: 5,
    statements: [
      // The number of stays with the same value in the field of an issue. The table is rewritten to keep the rows
      // sorted.
      `create table counted_stay (
        project_id integer not null, issue_id integer not null, field_id varchar not null, seq integer not null,
        value_id varchar, value varchar, entered_ms bigint not null, left_ms bigint,
        from_id varchar, actor_id varchar, visit integer not null, visits integer not null)`,
      `insert into counted_stay
       select *, count(*) over (partition by project_id, issue_id, field_id, value_id)
       from stay order by field_id, project_id, issue_id, seq`,
      `drop table stay`,
      `alter table counted_stay rename to stay`,
      // The statuses that issues of a project ever had, each with the first entry.
      `create table project_status (project_id integer not null, status_id varchar not null, first_ms bigint not null)`,
      `insert into project_status select project_id, value_id, min(entered_ms) from stay where field_id = 'status' group by all`,
    ],
  },
  {
    version: 6,
    statements: [
      // Whether the export had a change log for the issue, and the version of the importer; 0 is unknown.
      `alter table issue add column has_log boolean`,
      `alter table issue add column importer integer`,
      // A digest of all imported data of the issue, to detect unchanged issues.
      `alter table issue add column digest ubigint`,
      // Whether the data of the tracker is the demo data.
      `create table tracker_info (is_demo boolean not null)`,
      `insert into tracker_info select coalesce(bool_and(source = 'the demo'), false) from batch`,
      // Previously, a missing log was recorded as a truncated one.
      `update issue set importer = 0, has_log =
         id not in (select issue_id from repair where kind = 'changes-left-out') or id in (select issue_id from change)`,
      `update issue set repaired = repaired - 1 where not has_log`,
      `delete from repair where kind = 'changes-left-out' and issue_id in (select id from issue where not has_log)`,
    ],
  },
  {
    version: 7,
    statements: [
      // The last use of a session. Existing sessions end, and their users sign in again.
      `drop table session`,
      `create table session (digest varchar not null, token_id varchar not null, expires_ms bigint not null, used_ms bigint not null)`,
      // The login of the owner of a saved query; null for queries added without an owner.
      `alter table saved_query add column owner varchar`,
      // Projects opened by an administrator. Existing projects are open already; a new project is in neither table.
      `create table opened_project (project_id integer not null)`,
      `insert into opened_project select id from project where id not in (select project_id from restricted_project)`,
    ],
  },
  {
    version: 8,
    statements: [
      // The base address of the tracker, from the addresses of its issues; null until an issue has one.
      `alter table tracker_info add column address varchar`,
    ],
  },
  {
    version: 9,
    statements: [
      // Standard terms: an assignment is a stay in a status with one assignee.
      `alter table status_holder rename to status_assignment`,
      `alter table stay rename column visit to visit_number`,
      `alter table stay rename column visits to visit_count`,
    ],
  },
  {
    version: 10,
    statements: [
      // The number of the tracker whose ids and keys are in the row.
      `alter table project add column tracker smallint default 1`,
      `alter table issue add column tracker smallint default 1`,
    ],
  },
  {
    version: 11,
    statements: [
      // An account of a live tracker. Secrets are never stored here.
      `create table connection (
        name varchar not null, kind varchar not null, url varchar not null, email varchar, token_file varchar,
        projects varchar[], since_ms bigint, permissions varchar not null, created_ms bigint not null,
        product varchar, version varchar, address varchar, identity varchar, account_id varchar, account_name varchar,
        time_zone varchar, clock_ms bigint, settings varchar, lists_ms bigint, loss_accepted boolean not null,
        state varchar not null, reason varchar, approval varchar, next_try_ms bigint, synced_ms bigint)`,
      // The settings of a connection that were set by commands.
      `create table connection_setting (connection varchar not null, name varchar not null, value varchar not null)`,
      // The projects of a connection. Instants of the tracker's clock: listed, watermark, census.
      `create table scope (
        connection varchar not null, project_ref varchar not null, key varchar not null, name varchar not null,
        listed_ms bigint, watermark_ms bigint, census_ms bigint, expected_count bigint, listed_count bigint,
        scrub_ms bigint, visible boolean not null, hidden_ms bigint, reason varchar)`,
      // One row for each issue of a connection, also after its removal.
      `create table ledger (
        connection varchar not null, issue_ref varchar not null, project_ref varchar not null,
        listed_updated_ms bigint, stored_updated_ms bigint, read_ms bigint, read_round bigint,
        state varchar not null, tries integer not null, next_try_ms bigint, reason varchar,
        finds integer not null, suspect_ms bigint, hinted_ms bigint, is_late boolean not null)`,
      // The last rounds of each connection.
      `create table round (
        connection varchar not null, number bigint not null, kind varchar not null,
        started_ms bigint not null, ended_ms bigint, phase varchar not null,
        listed bigint not null, fetched bigint not null, changed bigint not null, gone bigint not null,
        failed bigint not null, requests bigint not null, waited_ms bigint not null, bytes bigint not null,
        error varchar)`,
      // The lists that were last read whole, to find out whether they changed.
      `create table tracker_list (
        connection varchar not null, name varchar not null, item_count bigint not null, digest varchar,
        read_ms bigint not null, problem varchar)`,
      // The tracker's id of the security level; null without one.
      `alter table issue add column security_level varchar`,
      // The connection that reads the query from its tracker; null for queries that were added here.
      `alter table saved_query add column connection varchar`,
    ],
  },
  {
    version: 12,
    statements: [
      // The tracker accounts of users. Only such a link lets a user see what the tracker allows to an account.
      `create table account_link (login varchar not null, connection varchar not null, account varchar not null)`,
      // When a tracker was last asked what an account may browse. The following two tables have its whole answer; what
      // they do not contain is denied.
      `create table permission_check (connection varchar not null, account varchar not null, checked_ms bigint not null, issues_digest varchar not null)`,
      `create table project_permission (connection varchar not null, account varchar not null, project_ref varchar not null)`,
      // Issues with a security level, with the level that they had then.
      `create table issue_permission (connection varchar not null, account varchar not null, issue_ref varchar not null, security_level varchar not null)`,
    ],
  },
  {
    version: 13,
    statements: [
      // The revisions of the store in the lake. The current one is published and not replaced; one that is not
      // published yet was not completed.
      `create table lake_revision (
        revision bigint not null, schema_name varchar not null, location varchar not null, registered boolean not null,
        published_ms bigint, replaced_ms bigint, issues bigint not null, stays bigint not null, bytes bigint not null,
        manifest varchar not null, catalogue varchar not null)`,
    ],
  },
  {
    version: 14,
    statements: [
      // Saved reports; the login is empty for users who are not signed in. The parameters of the report and the
      // display options of the page are JSON arrays of names and values. The times of converted reports are unknown.
      // A report is kept for a day after its removal.
      `create table saved_view (
        id varchar not null, login varchar not null, name varchar not null, endpoint varchar not null,
        parameters varchar not null, display varchar not null, sharing varchar not null, group_name varchar,
        created_ms bigint, updated_ms bigint, removed_ms bigint)`,
    ],
    finish: convertSavedReports,
  },
  {
    version: 15,
    statements: [
      // Saved workflow definitions; the login is null for the command line and without a sign-in.
      `create table workflow (
        id varchar not null, name varchar not null, definition varchar not null, login varchar,
        created_ms bigint not null, updated_ms bigint not null)`,
      // -1 for sub-tasks, 0 for the standard level, 1 and more above it; null until an import reads it.
      `alter table issue_type add column hierarchy_level integer`,
    ],
  },
  {
    version: 16,
    statements: [
      // The last instant of the previous stay with the same value in the field of an issue; null for the first. The
      // table is rewritten to keep the rows sorted.
      `create table followed_stay (
        project_id integer not null, issue_id integer not null, field_id varchar not null, seq integer not null,
        value_id varchar, value varchar, entered_ms bigint not null, left_ms bigint,
        from_id varchar, actor_id varchar, visit_number integer not null, visit_count integer not null,
        previous_last_ms bigint)`,
      `insert into followed_stay
       select *, lag(greatest(entered_ms, left_ms - 1)) over (partition by project_id, issue_id, field_id, value_id order by seq)
       from stay order by field_id, project_id, issue_id, seq`,
      `drop table stay`,
      `alter table followed_stay rename to stay`,
      // The schemas that Trino knows lack the column. Reports use the store until the next revision.
      `update lake_revision set registered = false`,
    ],
  },
  {
    version: 17,
    // Whether the stored issue must be read again although its `updated` is the same; null for no.
    statements: [
      `alter table ledger add column is_outdated boolean`,
      `update ledger set is_outdated = true where state in ('due', 'failed', 'suspect')`,
    ],
  },
  {
    version: 18,
    statements: [
      // The keys that issues had before, from their logs and from earlier imports.
      `create table former_key (issue_id integer not null, key varchar not null)`,
    ],
  },
  {
    version: 19,
    statements: [
      // The values that logs have by name only, with the ids that these names mean at present. `seq` and `side` (from,
      // to) locate a value in the changes of its issue; a current value has -1 and `current`.
      `create table named_value (
        issue_id integer not null, field_id varchar not null, kind varchar not null, seq integer not null,
        side varchar not null, label varchar not null, value_id varchar not null)`,
      // The names, in lower case, that logs of a project give to ids of this kind.
      `create table value_name (kind varchar not null, id varchar not null, name varchar not null, project_id integer not null)`,
      // Older imports used such a name as the id, so there an id that is a name is not one of the tracker.
      `insert into value_name select * from (${NAMES_OF_IDS}) where lower(id) <> name order by all`,
    ],
  },
  {
    version: 20,
    statements: [
      // Whether the log has the change to the present status.
      `alter table issue add column is_status_logged boolean`,
      `update issue set is_status_logged = id in (${STORED_LOGGED_STATUSES})`,
      // The schemas that Trino knows lack the column. Reports use the store until the next revision.
      `update lake_revision set registered = false`,
    ],
  },
  {
    version: 21,
    statements: [
      // The key of an issue in the last list, and the first `updated` of a list that is not stored.
      `alter table ledger add column issue_key varchar`,
      `alter table ledger add column missing_ms bigint`,
      `update ledger set missing_ms = listed_updated_ms where state <> 'gone' and listed_updated_ms is not null
        and (stored_updated_ms is null or listed_updated_ms > stored_updated_ms)`,
    ],
  },
  {
    version: 22,
    statements: [
      // The base address of the tracker that a project was last read from. An older store has one for all projects.
      `create table project_address (project_id integer not null, address varchar not null)`,
      `insert into project_address select p.id, t.address from project p, tracker_info t where t.address is not null`,
    ],
  },
  {
    version: 23,
    statements: [
      `alter table field add column untranslated_name varchar`,
      // The names, in lower case, that the log of an issue has for fields without ids, with the field that each means;
      // null if it is its own field. Another basis means that the name may mean another field.
      `create table log_name (issue_id integer not null, name varchar not null, field_id varchar, basis varchar)`,
      // The items of these logs, as the tracker wrote them. The field is null if only the name says it.
      `create table log_item (
        issue_id integer not null, change_seq integer not null, at_ms bigint not null, entry varchar not null,
        author_id varchar, name varchar not null, field_id varchar,
        from_id varchar, from_text varchar, to_id varchar, to_text varchar)`,
      // The custom fields that the export of an issue had, with or without a value; separated by spaces.
      `create table given_field (issue_id integer not null, field_ids varchar not null)`,
      // The fields to which administrators mapped log names.
      `create table mapped_name (name varchar not null, label varchar not null, field_id varchar not null)`,
      // Of older imports, only the names that matched no field are known.
      ...KEEP_OWN_FIELDS,
    ],
  },
  {
    version: 24,
    statements: [
      // When the log last changed something, also in a field that is not stored, or the creation; null for issues that were read before.
      `alter table issue add column last_entry_ms bigint`,
    ],
  },
  {
    version: 25,
    statements: [
      // When a sprint was completed, which can be before or after its planned end; null until an import or a list has it.
      `alter table sprint add column completed_ms bigint`,
      // The schemas that Trino knows lack the column. Reports use the store until the next revision.
      `update lake_revision set registered = false`,
    ],
  },
]

/** The schema version of this program. */
export const SCHEMA_VERSION = migrations.at(-1)!.version
