import { expect } from 'vitest'
import type { ListTexts } from '../../../src/intake/source/source.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { fileOf, NOW } from '../../edge/http/small-tracker.ts'
import { importFiles } from '../../support/import-files.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

interface Side {
  readonly id?: string | null
  readonly name: string | null
}

/** `3=Doing` has an id, `Doing` has none, and `` is no value. */
function side(text: string): Side {
  const [id, name] = text.split('=')
  if (name === undefined) return { name: text === '' ? null : text }
  return { id: id!, name }
}

interface Parts {
  readonly status?: string
  readonly more?: Readonly<Record<string, unknown>>
  readonly updated?: string
}

/** An issue of 1 April, with a change on each of the next days: `status: Open > 3=Doing`. */
export function issue(
  key: string,
  changes: readonly string[],
  { status = '6=Closed', more = {}, updated }: Parts = {},
) {
  const [project, number] = key.split('-') as [string, string]
  const at = (day: number) => `2024-04-0${day}T00:00:00.000Z`
  const histories = changes.map((text, i) => {
    const [, field, from, to] = /^(.+): ?(.*?) ?> ?(.*)$/.exec(text)!
    const [old, now] = [side(from!), side(to!)]
    const ids = { ...(old.id === undefined ? {} : { from: old.id }), ...(now.id === undefined ? {} : { to: now.id }) }
    const item = { field, fieldtype: 'jira', ...ids, fromString: old.name, toString: now.name }
    return { id: String(i + 1), created: at(i + 2), items: [item] }
  })
  const present = side(status)
  const fields = {
    created: at(1),
    updated: updated ?? at(changes.length + 1),
    status: { id: present.id, name: present.name },
    project: { id: project, key: project, name: project },
    ...more,
  }
  return JSON.stringify({ id: `${project}${number}`, key, fields, changelog: { histories } })
}

/** A list of statuses, each as `3=Doing`. */
export const statuses = (...texts: string[]): ListTexts => ({
  statuses: {
    name: 'statuses.json',
    text: JSON.stringify(
      texts.map(side).map(({ id, name }) => ({ id, name, statusCategory: { key: 'indeterminate' } })),
    ),
  },
})

/** One import: lists, or issues, or both. */
export interface Import {
  readonly lists?: ListTexts
  readonly issues?: readonly string[]
}

/** Imports into a store. */
export async function take(store: Store, { lists = {}, issues = [] }: Import): Promise<void> {
  const files = issues.length > 0 ? [fileOf(issues.join('\n'))] : []
  await importFiles(store, { files, lists, skipInvalid: false, at: NOW })
}

/** Returns the stays of a field, as `AA-1: 1 6, 0 repairs`, by key. */
export async function staysIn(store: Store, field: string): Promise<readonly string[]> {
  const rows = await store.query(
    plain(`select i.key || ': ' || string_agg(coalesce(s.value_id, '-'), ' ' order by s.seq) as held, any_value(i.repaired) as repaired
      from stay s join issue i on i.id = s.issue_id where field_id = '${field}' group by i.key order by i.key`),
  )
  return rows.map(({ held, repaired }) => `${held}, ${repaired} repairs`)
}

/** Returns the stays of a field after these imports, in either order. */
export async function staysAfter(imports: readonly Import[], field = 'status'): Promise<readonly string[]> {
  return (await staysOfFields(imports, [field])).flat()
}

/** Returns the stays of each field after these imports; checks that the reverse order gives the same stays and statuses. */
export async function staysOfFields(imports: readonly Import[], fields: readonly string[]) {
  const after = (order: readonly Import[]) =>
    withTemporaryStore(async store => {
      for (const one of order) await take(store, one)
      const known = await store.query(plain('select id, name from status order by all'))
      const held: (readonly string[])[] = []
      for (const field of fields) held.push(await staysIn(store, field))
      return { held, known }
    })
  const result = await after(imports)
  expect(await after(imports.toReversed())).toEqual(result)
  return result.held
}
