import type { Run } from '../../src/store/engine/run-query.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { insertConnection, type PermissionMode } from '../../src/store/rows/connection-rows.ts'
import { boolean, sql, varchar, varchars } from '../../src/store/sql/sql.ts'

/** A connection of tests. */
export interface TestConnection {
  readonly name: string
  readonly mode: PermissionMode
  /** The tracker's ids of its projects, and whether its account may still browse them. */
  readonly projects: Readonly<Record<string, boolean>>
}

/** Adds a connection to a store, as if its rounds had read the projects. */
export async function addConnection(store: Store, { name, mode, projects }: TestConnection): Promise<void> {
  await store.transact(async run => {
    await insertConnection(run, {
      name,
      kind: 'server',
      url: 'https://jira.example.org',
      email: null,
      tokenFile: null,
      projects: null,
      since: null,
      permissions: mode,
      created: 0,
    })
    const refs = (isVisible: boolean) => Object.keys(projects).filter(ref => projects[ref] === isVisible)
    await addScopes(run, name, refs(true))
    await addScopes(run, name, refs(false), false)
  })
}

/** Adds projects to a connection, by the tracker's ids. */
export async function addScopes(run: Run, connection: string, refs: readonly string[], visible = true): Promise<void> {
  await run(sql`insert into scope (connection, project_ref, key, name, visible)
    select ${varchar(connection)}, ref, ref, ref, ${boolean(visible)} from (select unnest(${varchars(refs)}) as ref)`)
}
