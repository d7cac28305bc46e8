import type { Snapshot } from '../../store/engine/report-engine.ts'
import { issueNames } from '../../store/sql/flow/item-queries.ts'

/** The key and the type of an issue; an issue can be without a type. */
export interface IssueName {
  readonly key: string
  readonly type: string | null
}

/** Reads the keys and types of issues by their internal ids. */
export async function readNames(
  { run }: Pick<Snapshot, 'run'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, IssueName>> {
  if (ids.length === 0) return new Map()
  const rows = await run(issueNames(ids))
  return new Map(
    rows.map(({ issue_id, key, type }) => [
      Number(issue_id),
      { key: String(key), type: type === null ? null : String(type) },
    ]),
  )
}
