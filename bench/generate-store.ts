// bench/ measures: it creates stores of any size, queries them over HTTP, and compares with the theoretical minimum.

import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { IMPORTER_VERSION } from '../src/core/history/importer-version.ts'
import { openStore } from '../src/store/engine/open-store.ts'
import { DATABASE, foreignFilesIn, storeFilesIn } from '../src/store/files/store-files.ts'

/** The size of a generated tracker. */
export interface StoreSize {
  readonly issues: number
  readonly projects: number
  readonly seed: number
}

/** The end of the generated tracker's history. */
export const LAST_INSTANT = Date.parse('2026-01-01T00:00:00Z')

const STATUSES = 60
const PEOPLE = 2_000

/** Returns SQL for a number from 0 (inclusive) to 1 that depends only on the seed, a salt and some columns. */
function chance(seed: number, salt: number, columns: string): string {
  return `(hash(${columns}, ${salt}, ${seed}) % 1000003 / 1000003.0)`
}

/**
 * Creates a store with a tracker of that size, with SQL directly into its tables; the same size creates the same
 * tracker.
 *
 * Project sizes follow Zipf's law, and their workflows have 5 to 14 of 60 statuses. Issues have about 3.8 status stays,
 * one in twenty 15 to 40; they move back and forth in their workflow, and stays last minutes to months. The assignee
 * changes once in each stay, so there are as many assignments as stays. The priority never changes.
 *
 * Replaces a store in `dir`. Throws an Error when `dir` exists and is anything else.
 */
export async function generateStore(dir: string, { issues, projects, seed }: StoreSize): Promise<void> {
  removeOldStore(dir)
  await (await openStore(dir, { create: true })).close()
  const instance = await DuckDBInstance.create(join(dir, 'sojourn.duckdb'), {
    memory_limit: '4GB',
    preserve_insertion_order: 'false',
    temp_directory: join(dir, 'sojourn.duckdb.tmp'),
  })
  const connection = await instance.connect()
  for (const statement of statements(issues, projects, seed)) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
  rmSync(join(dir, 'store.json'), { force: true })
}

/** Removes the store in `dir`; keeps its quarantine. */
function removeOldStore(dir: string): void {
  if (!existsSync(dir)) return
  const isStore =
    statSync(dir).isDirectory() && storeFilesIn(dir).includes(DATABASE) && foreignFilesIn(dir).length === 0
  if (!isStore) throw new Error(`${dir} exists and is not a store. Give another folder.`)
  for (const name of storeFilesIn(dir)) rmSync(join(dir, name), { recursive: true })
}

function statements(issues: number, projects: number, seed: number): string[] {
  const random = (salt: number, columns: string) => chance(seed, salt, columns)
  return [
    `insert into project select p, 'p' || p, 'P' || p, 'Project ' || p, 0, 1 from range(1, ${projects + 1}) t(p)`,
    `insert into status select 's' || s, 'Status ' || s,
       case when s % 5 = 1 then 'new' when s % 5 = 0 then 'done' else 'indeterminate' end, s, true, 3, 0
     from range(1, ${STATUSES + 1}) t(s)`,
    `insert into issue_type (id, name, subtask, authority, seen_ms) select 't' || t, 'Type ' || t, false, 3, 0 from range(1, 5) x(t)`,
    `insert into priority select 'r' || r, 'Priority ' || r, 3, 0 from range(1, 6) x(r)`,
    `insert into resolution values ('d', 'Done', 3, 0)`,
    `insert into person select 'u' || u, 'u' || u, 'u' || u, null, 'User ' || u, null, true, null, 3, 0
     from range(0, ${PEOPLE}) x(u)`,
    `insert into person_group select 'group ' || g from range(0, 20) x(g)`,
    `insert into group_member select 'group ' || (u % 20), 'u' || u from range(0, ${PEOPLE}) x(u)`,
    `insert into field select * from (values
       ('status', 'Status', 'status', false, null, 3, 0, null), ('assignee', 'Assignee', 'user', false, null, 3, 0, null),
       ('priority', 'Priority', 'priority', false, null, 3, 0, null))`,

    // The issues of a project are contiguous: its bounds come from the running sum of the sizes.
    `create temp table bounds as
     with weight as (select p, 1 / pow(p, 0.95) as w from range(1, ${projects + 1}) t(p))
     select p, floor(${issues} * (sum(w) over (order by p) - w) / sum(w) over ())::bigint as first,
            floor(${issues} * sum(w) over (order by p) / sum(w) over ())::bigint as last,
            (5 + floor(${random(1, 'p')} * 10))::bigint as steps from weight`,
    `create temp table made as
     select (b.first + n + 1)::integer as id, b.p::integer as project, n + 1 as number, b.steps,
            case when ${random(2, 'b.first + n')} < 0.05 then 15 + floor(${random(3, 'b.first + n')} * 26)
                 else 1 + floor(${random(3, 'b.first + n')} * 4.7) end::bigint as stays,
            (${LAST_INSTANT} - floor(${random(4, 'b.first + n')} * 3650.0 * 86400000))::bigint as created
     from bounds b, range(0, b.last - b.first) r(n)`,
    // The k-th stay moves back and forth through the workflow of the project; each one lasts minutes to months.
    `create temp table visited as
     select *, row_number() over (partition by id, status order by seq)::integer as visit
     from (
       select id, project, seq, stays, created, 's' || (1 + (project * 7 + (steps - 1 - abs((seq - 1) % (2 * (steps - 1)) - (steps - 1))) * 11) % ${STATUSES}) as status,
              created + coalesce(sum(lasting) over (partition by id order by seq rows between unbounded preceding and 1 preceding), 0)::bigint as entered,
              lasting, 'u' || ((project * 13 + floor(${random(6, 'id, seq')} * 40)::bigint) % ${PEOPLE}) as person
       from (select m.*, s.seq, (60000 * exp(${random(5, 'id, s.seq')} * 11))::bigint as lasting
             from made m, range(1, m.stays + 1) s(seq))
     ) where entered < ${LAST_INSTANT} or seq = 1`,
    `create temp table lived as
     select v.*, lead(entered) over (partition by id order by seq) as left_at,
            lag(status) over (partition by id order by seq) as status_before,
            coalesce(lag(person) over (partition by id order by seq), null) as person_before
     from visited v`,

    `insert into issue
     select m.id, 'i' || m.id, 'P' || m.project || '-' || m.number, m.project, m.number,
            't' || (1 + m.id % 4), last.status, 'r' || (1 + m.id % 5), case when m.id % 3 = 0 then 'd' end, last.person,
            'u' || (m.id % ${PEOPLE}), 'u' || (m.id % ${PEOPLE}), m.created, last.entered,
            case when m.id % 3 = 0 then last.entered end, 'Summary of issue ' || m.id, null, 0, true, ${IMPORTER_VERSION}, null, 1, null, last.seq > 1, last.entered
     from made m join lived last on last.id = m.id and last.left_at is null order by m.project, m.id`,
    `insert into stay
     select project, id, field_id, seq, value_id, value, entered, left_at, from_id, actor, visit, visits, previous_last from (
       select *, count(*) over (partition by id, field_id, value_id) as visits,
              lag(greatest(entered, left_at - 1)) over (partition by id, field_id, value_id order by seq) as previous_last from (
       select project, id, 'status' as field_id, seq, status as value_id, 'Status ' || status[2:] as value, entered, left_at,
              status_before as from_id, person as actor, visit from lived
       union all
       select project, id, 'assignee', seq, person, 'User ' || person[2:],
              case when seq = 1 then created else (entered + coalesce(left_at, ${LAST_INSTANT})) // 2 end,
              case when left_at is not null then lead((entered + coalesce(left_at, ${LAST_INSTANT})) // 2) over (partition by id order by seq) end,
              person_before, person, row_number() over (partition by id, person order by seq) from lived
       union all
       select project, id, 'priority', 1, 'r' || (1 + id % 5), 'Priority ' || (1 + id % 5), created, null, null, null, 1 from made
     )) order by field_id, project, id, seq`,
    `insert into change
     select issue_id, row_number() over (partition by issue_id order by entered_ms, field_id, seq), entered_ms, field_id || seq, actor_id,
            field_id, from_id, null, value_id, value
     from stay where seq > 1 order by issue_id, entered_ms, field_id, seq`,
    `insert into project_status select project_id, value_id, min(entered_ms) from stay where field_id = 'status' group by all`,
    // Until its middle, a stay has the assignee of the previous one, except the first stay.
    `insert into status_assignment
     select project, id, (2 * seq - half - 1)::integer, status, assignee, from_at, to_at from (
       select project, id, seq, 1 as half, status, person_before as assignee, entered as from_at,
              (entered + coalesce(left_at, ${LAST_INSTANT})) // 2 as to_at from lived where seq > 1
       union all
       select project, id, seq, 0, status, person, case when seq = 1 then entered else (entered + coalesce(left_at, ${LAST_INSTANT})) // 2 end,
              left_at from lived
     ) order by project, id, 3`,
    `insert into held_name select distinct field_id, value from stay where value is not null`,
    `insert into batch select 1, 'bench', ${issues}, ${LAST_INSTANT}`,
    `update store_info set batch = 1`,
    `update store_info set revision = 1`,
    `checkpoint`,
  ]
}
