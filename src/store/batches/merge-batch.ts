import type { DuckDBConnection } from '@duckdb/node-api'
import { UserError } from '../../core/base/errors.ts'
import { runQuery } from '../engine/run-query.ts'
import { mergeDictionaries } from '../rows/dictionaries.ts'
import { mergeSync } from '../rows/ledger-rows.ts'
import { mergeProjectAddresses } from '../rows/project-addresses.ts'
import { readFacts, type StoreFacts } from '../rows/store-facts.ts'
import { indexIncomingTexts } from '../rows/text-index.ts'
import { applyKinds } from './apply-kinds.ts'
import { withMark } from './high-water-mark.ts'
import type { BatchOptions, BatchOutcome, RefusedIssue, StagedBatch } from './import-batch.ts'
import { joinPeople } from './join-people.ts'
import { COUNT_FATES, FIND_CONFLICTS, MERGE_TABLES, mergeStatements, selectStatements } from './merge.ts'
import { removeTracker } from './remove-issues.ts'
import { renameStatements } from './rename-values.ts'
import { resolveLogNames } from './resolve-log-names.ts'
import { resolveNames } from './resolve-names.ts'
import { attachFilled, DETACH } from './staging-folder.ts'

/** The input of a merge. */
export interface Merge extends BatchOptions {
  /** The folder of the staging database. */
  readonly folder: string
  readonly source: string
  readonly staged: StagedBatch
}

/**
 * Merges a filled batch into the store in `dir` in one transaction, durably.
 *
 * Existing issues with the same id or key are replaced. Throws IMPORT_CONFLICT.
 */
export async function mergeBatch(connection: DuckDBConnection, dir: string, merge: Merge): Promise<BatchOutcome> {
  await connection.run(attachFilled(merge.folder))
  try {
    const outcome = await withMark(dir, mark => mergeStaged(connection, merge, mark))
    // Impossible while others read. A later checkpoint then applies the log.
    await connection.run('checkpoint').catch(() => {})
    return outcome
  } finally {
    // An engine that has shut down cannot drop them; they are gone with it.
    for (const table of MERGE_TABLES) await connection.run(`drop table if exists temp.${table}`).catch(() => {})
    await connection.run(DETACH).catch(() => {})
  }
}

async function mergeStaged(
  connection: DuckDBConnection,
  { source, staged, skipInvalid = false }: Merge,
  mark: (facts: StoreFacts) => Promise<void>,
): Promise<BatchOutcome> {
  const { issues, replacement, tracker, addresses, changed, changedKinds, joined, sync } = staged
  const run = (text: string) => connection.run(text)
  try {
    await run('begin')
    if (replacement) {
      for (const statement of removeTracker) await run(statement)
      await run(`update tracker_info set is_demo = ${replacement.isDemo}`)
    }
    await connection.run('update tracker_info set address = $1', [tracker])
    await run(FIND_CONFLICTS)
    const refused = await refusedIssues(connection)
    if (refused.length > 0 && !skipInvalid) throw new UserError('IMPORT_CONFLICT', { file: source, refused })
    for (const statement of selectStatements) await run(statement)
    await mergeDictionaries(connection, changed)
    await mergeProjectAddresses(query => runQuery(connection, query), addresses, tracker)
    // Many batches of connections have lists only.
    const merging = issues === 0 ? [] : mergeStatements(await isReplacing(connection))
    for (const statement of [...merging, ...renameStatements(changed)]) await run(statement)
    if (joined.length > 0) await joinPeople(connection, new Map(joined))
    if (issues > 0) await indexIncomingTexts(connection)
    if (changedKinds.length > 0) await applyKinds(connection, changedKinds)
    await resolveLogNames(connection)
    await resolveNames(connection)
    const outcome = await outcomeOf(connection, refused)
    if (sync) await mergeSync(query => runQuery(connection, query), sync, outcome)
    await run('update store_info set batch = batch + 1, revision = revision + 1')
    await connection.run(`insert into batch select batch, $1, $2, epoch_ms(now()::timestamptz) from store_info`, [
      source,
      BigInt(issues),
    ])
    await mark(await readFacts(query => runQuery(connection, query)))
    await run('commit')
    return outcome
  } catch (error) {
    await run('rollback').catch(() => {})
    throw error
  }
}

/** Returns whether the selected issues replace any. */
async function isReplacing(connection: DuckDBConnection): Promise<boolean> {
  return (await connection.runAndReadAll('select 1 from replaced_id limit 1')).currentRowCount > 0
}

async function refusedIssues(connection: DuckDBConnection): Promise<RefusedIssue[]> {
  const rows = await connection.runAndReadAll('select * from refused_issue order by local')
  return rows.getRowObjectsJS().map(row => ({
    issue: { key: String(row.key), id: String(row.ref), created: Number(row.created_ms) },
    other: { key: String(row.other_key), id: String(row.other_ref), created: Number(row.other_created_ms) },
  }))
}

async function outcomeOf(connection: DuckDBConnection, refused: readonly RefusedIssue[]): Promise<BatchOutcome> {
  const rows = (await connection.runAndReadAll(COUNT_FATES)).getRowObjectsJS()
  const of = (fate: string) => Number(rows.find(row => row.fate === fate)?.issues ?? 0)
  const sum = (column: string) => rows.reduce((all, row) => all + Number(row[column]), 0)
  const counts = { added: of('added'), replaced: of('replaced'), unchanged: of('unchanged'), kept: of('kept') }
  return { ...counts, repaired: sum('repaired'), unlogged: sum('unlogged'), refused }
}
