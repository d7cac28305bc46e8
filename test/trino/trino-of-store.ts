import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createLake } from '../../src/app/lake/lake.ts'
import type { ReportEngine } from '../../src/store/engine/report-engine.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { readFacts } from '../../src/store/rows/store-facts.ts'
import { TRINO_LIMITS, TrinoClient } from '../../src/store/trino/trino-client.ts'

/** The node that scripts/trino.sh started. */
const URL_OF_NODE = process.env.SOJOURN_TRINO_URL ?? 'http://127.0.0.1:18080'
/** The folder that the node knows as `local:///`. */
const ROOT = process.env.SOJOURN_TRINO_ROOT

/** Returns a client of a catalog of the node. */
export function trinoClient(catalog: string, limits = TRINO_LIMITS): TrinoClient {
  const address = { url: new URL(URL_OF_NODE), user: 'sojourn', catalog, authorization: () => null, ca: null }
  return new TrinoClient(address, limits)
}

const client = trinoClient('lake')

/** The lake of a store on the node. */
interface LakeOfStore {
  readonly engine: ReportEngine
  readonly publish: () => Promise<unknown>
  /** Returns the schema of its tables. */
  readonly schema: () => Promise<string>
  /** The revision of the store after it was published; `null` before that. */
  published: number | null
}

const lakes = new WeakMap<Store, LakeOfStore>()

/** Returns the engine that runs the reports of a store on Trino. Publishes the store first, if it has changed. */
export async function trinoOf(store: Store, refreshCalendars: () => Promise<void>): Promise<ReportEngine> {
  const known = lakes.get(store) ?? lakeOf(store, refreshCalendars)
  lakes.set(store, known)
  const { revision } = await store.snapshot(readFacts)
  if (known.published !== revision) {
    await known.publish()
    known.published = (await store.snapshot(readFacts)).revision
  }
  return known.engine
}

function lakeOf(store: Store, refreshCalendars: () => Promise<void>): LakeOfStore {
  if (ROOT === undefined) throw new Error('run these tests with scripts/trino.sh test')
  const name = `t${randomUUID().replaceAll('-', '')}`
  const lake = createLake({
    store,
    now: () => Date.now(),
    env: {},
    lake: join(ROOT, name),
    lakeSchema: name,
    refreshCalendars,
    cluster: { client, catalogs: { reading: 'lake', writing: 'lake_writer' }, lake: `local:///${name}` },
  })
  return {
    engine: lake.reports!.engine(() => {}),
    publish: () => lake.publish({ location: null, takeOver: false }),
    schema: async () => (await lake.status())!.schema!,
    published: null,
  }
}

/** Returns the schema with the published tables of a store. */
export function schemaOf(store: Store): Promise<string> {
  return lakes.get(store)!.schema()
}

/** Returns the rows of a statement. */
export async function rowsOf(statement: string, schema = 'information_schema'): Promise<readonly unknown[][]> {
  const rows: unknown[][] = []
  for await (const page of client.pages(statement, { schema, answerMb: 256 })) {
    rows.push(...(page.rows as unknown[][]))
  }
  return rows
}
