import { readFileSync } from 'node:fs'
import { groupBy } from '../../src/core/base/group-by.ts'
import type { Row } from '../../src/core/base/row.ts'
import { stageHistoryOf } from '../../src/core/measure/flow/read-stays.ts'
import { stagedStays } from '../../src/core/measure/flow/staged-stays.ts'
import type { StageKind, Workflow } from '../../src/core/measure/flow/workflow.ts'
import { stayOf } from '../../src/reports/report/explain/load-history.ts'
import { numberOrNull } from '../../src/store/engine/row-values.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import type { Sprint } from '../oracle/flow/compare-sprints.ts'
import type { StagedIssue } from '../oracle/flow/expected-items.ts'
import type { FlowIssue, FlowOracleRequest } from '../oracle/flow/world.ts'
import { importIssues } from '../support/import-jira.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { realFile } from './real-data.ts'

/** An issue of a store, with its creation. */
interface RealIssue extends FlowIssue {
  readonly created: number
}

/** The data of a project that the definitions need. */
export interface RealProject {
  readonly key: string
  readonly issues: readonly RealIssue[]
}

/** Imports the issues of a recorded answer of a tracker, or its only issue, into a new store. */
export async function recordedStore(...path: readonly string[]): Promise<Store> {
  const answer = JSON.parse(readFileSync(realFile('tracker-answers', ...path), 'utf8'))
  const issues: readonly object[] = answer.body?.issues ?? [answer]
  const store = await temporaryStore()
  await importIssues(
    store,
    issues.map(issue => JSON.stringify(issue)),
  )
  return store
}

/** Reads the issues of all projects of a store, in the order of the keys of the projects. */
export async function realProjects(store: Store): Promise<RealProject[]> {
  const query = (text: string) => store.query(plain(text))
  const issues = await query(`select i.id, i.key, p.key as project, i.created_ms, i.has_log, i.resolved_ms
    from issue i join project p on p.id = i.project_id order by p.key, i.id`)
  const byIssue = async (text: string) => groupBy(await query(text), row => Number(row.issue_id))
  const stays = await byIssue('select * from stay order by issue_id, field_id, seq')
  const unlogged = await byIssue(`select issue_id, field_id from repair where kind = 'present-mismatch'`)
  const of = (rows: ReadonlyMap<number, Row[]>, issue: Row) => rows.get(Number(issue.id)) ?? []
  const projects = groupBy(issues, row => String(row.project))
  return [...projects].map(([key, rows]) => ({
    key,
    issues: rows.map(row => realIssue(row, of(stays, row), of(unlogged, row))),
  }))
}

function realIssue(row: Row, stayRows: readonly Row[], unlogged: readonly Row[]): RealIssue {
  const stays = stayRows.map(stayOf)
  const of = (name: string) => stays.filter(({ field }) => field === name)
  const isLogged = (name: string) => of(name).length > 1 && !unlogged.some(({ field_id }) => field_id === name)
  return {
    history: { key: String(row.key), hasLog: row.has_log !== false },
    created: Number(row.created_ms),
    stays,
    of,
    facts: {
      isStatusLogged: isLogged('status'),
      isResolutionLogged: isLogged('resolution'),
      resolved: numberOrNull(row.resolved_ms ?? null),
    },
  }
}

/** Returns the issues of a project as a request sees them. */
export function stagedReal({ issues }: RealProject, request: FlowOracleRequest, asOf: number): StagedIssue[] {
  const reopenTolerance = request.reopenTolerance * 60_000
  return issues
    .filter(({ created, of }) => created <= asOf && of('status').some(({ value }) => value !== null))
    .map(issue => {
      const history = stageHistoryOf(issue.stays, issue.facts)
      return { issue, stays: stagedStays(history, request.workflow, { asOf, reopenTolerance }) }
    })
}

/** Reads the sprints of a store. */
export async function realSprints(store: Store): Promise<Sprint[]> {
  const rows = await store.query(plain('select id, start_ms, end_ms, completed_ms from sprint'))
  const at = (value: Row[string] | undefined) => numberOrNull(value ?? null)
  return rows.map(row => ({
    id: String(row.id),
    start: at(row.start_ms),
    end: at(row.end_ms),
    completed: at(row.completed_ms),
  }))
}

const KINDS: readonly (readonly [StageKind, RegExp])[] = [
  ['done', /closed|resolved|verified|done|已完成/i],
  ['notStarted', /^(open|new|to ?do|unconfirmed|received|selected|待办)/i],
  ['waiting', /review|needed|hold|wait/i],
  ['active', /./],
]

/** The most labels that block. */
const LABELS = 3

/**
 * Returns a workflow over the statuses of a store, by their usual names, with a stage for each kind. Fix versions, flags, the most frequent
 * labels and the statuses that wait block issues.
 */
export async function realWorkflow(store: Store, done: Workflow['done']): Promise<Workflow> {
  const query = async (text: string) => store.query(plain(text))
  const statuses = await query('select id, name from status order by id')
  const kindOf = (name: string) => KINDS.find(([, names]) => names.test(name))![0]
  const idsOf = (kind: StageKind) =>
    statuses.filter(row => kindOf(String(row.name)) === kind).map(({ id }) => String(id))
  const fields = await query(`select id from field where id = 'fixVersions' or lower(name) = 'flagged' order by id`)
  const labels = await query(`select value_id from stay where field_id = 'labels' and value_id is not null
    group by value_id order by count(*) desc, value_id limit ${LABELS}`)
  const stage = (name: string, kind: StageKind) => ({ name, kind, statuses: idsOf(kind) })
  return {
    stages: [
      stage('To Do', 'notStarted'),
      stage('In Progress', 'active'),
      stage('Waiting', 'waiting'),
      stage('Done', 'done'),
    ],
    done,
    blocked: {
      fields: fields.map(({ id }) => String(id)),
      statuses: idsOf('waiting'),
      labels: labels.map(row => String(row.value_id)),
    },
    sle: null,
  }
}
