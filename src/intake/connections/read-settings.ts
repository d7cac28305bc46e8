import type { ConnectionSettings, Deployment } from '../../access/settings/connection-settings.ts'
import type { ConnectionsInFile } from '../../access/settings/settings.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Connection } from '../../store/rows/connection-rows.ts'
import { readConnectionSettings } from '../../store/rows/connection-settings-rows.ts'
import { effectiveSettings } from './effective-settings.ts'

/** Reads the settings with which a stored connection works now; not the files that they name. */
export async function readSettings(
  run: Run,
  connection: Pick<Connection, 'name' | 'kind'>,
  file: ConnectionsInFile,
): Promise<ConnectionSettings> {
  const { name } = connection
  return effectiveSettings(name, deploymentOf(connection), await readConnectionSettings(run, name), file).values
}

/** Returns the product of a connection. */
export function deploymentOf({ kind }: Pick<Connection, 'kind'>): Deployment {
  return kind === 'cloud' ? 'cloud' : 'server'
}
