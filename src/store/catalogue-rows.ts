import type { FieldKind } from '../history/model.ts'
import { toQuery } from '../sql/sql.ts'
import type { Instant, Millis } from '../time/instant.ts'
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
    /** Whether the tracker's own list named it. */
    readonly listed: boolean
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
  /** The present version of each working calendar. */
  readonly calendars: readonly CalendarRow[]
  /** The earliest creation of an issue; `null` in an empty store. */
  readonly firstCreated: Instant | null
}

/** The present version of a working calendar, and the moments its buckets are for. */
export interface CalendarRow {
  readonly id: string
  readonly version: number
  readonly isDefault: boolean
  /** The calendar file's JSON. */
  readonly definition: string
  /** What the rules of its zone were when the buckets were made: a digest. */
  readonly rules: string
  readonly from: Instant
  readonly to: Instant
  readonly width: Millis
  readonly shift: Millis
}

/** Reads the dictionaries. */
export async function readCatalogue(run: Run): Promise<CatalogueRows> {
  const all = async <T>(text: string) => (await run(toQuery({ strings: [text], values: [] }, String))) as unknown as T[]
  const [info] = await all<{ batch: bigint }>('select batch from store_info')
  const [first] = await all<{ first: bigint | null }>('select min(created_ms) as first from issue')
  return {
    batch: Number(info!.batch),
    statuses: await all(`
      select id, name, category, not listed and (select bool_or(listed) from status) as deleted from status
      order by position nulls last, try_cast(id as bigint) nulls last, id`),
    fields: await all('select id, name, kind, multi, alias, authority = 3 as listed from field order by id'),
    projects: await all('select id, ref, key, name from project order by key'),
    people: await all(`
      select id, name, key, account_id as "accountId", display_name as "displayName" from person
      order by lower(display_name), display_name, id`),
    groups: (await all<{ name: string }>('select name from person_group order by name')).map(({ name }) => name),
    calendars: (
      await all<Record<keyof CalendarRow, unknown>>(`
      select c.id, c.version, c.is_default as "isDefault", v.definition, v.rules,
             v.from_ms as "from", v.to_ms as "to", v.width_ms as "width", v.shift_ms as "shift"
      from calendar c join calendar_version v on v.version = c.version order by c.id`)
    ).map(row => ({
      ...(row as unknown as CalendarRow),
      from: Number(row.from),
      to: Number(row.to),
      width: Number(row.width),
      shift: Number(row.shift),
    })),
    firstCreated: first!.first === null ? null : Number(first!.first),
  }
}
