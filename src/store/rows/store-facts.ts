import type { Engine } from '../engine/engine.ts'
import type { Run } from '../engine/run-query.ts'
import { plain } from '../sql/sql.ts'

/** The numbers that distinguish two copies of a store. */
export interface StoreFacts {
  readonly schema: number
  readonly batch: number
  readonly revision: number
  readonly issues: number
  readonly stays: number
}

const FACTS = plain(`
  select schema_version as schema, batch, revision,
         (select count(*) from issue) as issues, (select count(*) from stay) as stays
  from store_info`)

/** Reads the facts of a store with the current schema. */
export async function readFacts(run: Run): Promise<StoreFacts> {
  const [row] = await run(FACTS)
  if (!row) throw new Error('store_info has no row')
  const number = (name: keyof StoreFacts) => Number(row[name])
  return {
    schema: number('schema'),
    batch: number('batch'),
    revision: number('revision'),
    issues: number('issues'),
    stays: number('stays'),
  }
}

/** Reads all tables completely. DuckDB verifies checksums, so this finds any damage. */
export function readEverything(engine: Engine): Promise<void> {
  return engine.snapshot(async ({ run }) => {
    for (const { name } of await run(plain('select table_name as name from duckdb_tables() where not internal')))
      await run(plain(`select bit_xor(hash(t)) as sum from "${String(name).replaceAll('"', '""')}" t`))
  })
}
