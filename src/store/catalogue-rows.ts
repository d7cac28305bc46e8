import type { FieldKind } from '../history/model.ts'
import { toQuery } from '../sql/sql.ts'
import type { Run } from './engine.ts'

/** The dictionaries that requests are checked against, as they are in the store. */
export interface CatalogueRows {
  /** The last batch: equal numbers mean equal dictionaries. */
  readonly batch: number
  /** In the tracker's order, then by id. */
  readonly statuses: readonly {
    readonly id: string
    readonly name: string
    readonly category: string | null
    readonly deleted: boolean
  }[]
  readonly fields: readonly {
    readonly id: string
    readonly name: string
    readonly kind: FieldKind
    readonly multi: boolean
    /** The tracker's own id of the field, when ours is another. */
    readonly alias: string | null
  }[]
  readonly projects: readonly {
    readonly id: number
    readonly ref: string
    readonly key: string
    readonly name: string
  }[]
  readonly people: readonly {
    readonly id: string
    readonly name: string | null
    readonly key: string | null
    readonly accountId: string | null
    readonly displayName: string
  }[]
  readonly groups: readonly string[]
}

/** Reads the dictionaries. */
export async function readCatalogue(run: Run): Promise<CatalogueRows> {
  const all = async <T>(text: string) => (await run(toQuery({ strings: [text], values: [] }, String))) as unknown as T[]
  const [info] = await all<{ batch: bigint }>('select batch from store_info')
  return {
    batch: Number(info!.batch),
    statuses: await all(`
      select id, name, category, not listed and (select bool_or(listed) from status) as deleted from status
      order by position nulls last, try_cast(id as bigint) nulls last, id`),
    fields: await all('select id, name, kind, multi, alias from field order by id'),
    projects: await all('select id, ref, key, name from project order by key'),
    people: await all(`
      select id, name, key, account_id as "accountId", display_name as "displayName" from person
      order by lower(display_name), display_name, id`),
    groups: (await all<{ name: string }>('select name from person_group order by name')).map(({ name }) => name),
  }
}
