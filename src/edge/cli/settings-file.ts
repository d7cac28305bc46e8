import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsFile } from '../../access/settings/settings.ts'
import { isUserError } from '../../core/base/errors.ts'
import { listText } from './input-file.ts'

const FILE = 'sojourn.config.json'

/** Returns the path of the settings file: `named`, or sojourn.config.json in `folder`; `null` without one. */
export async function settingsFile(named: string | undefined, folder: string): Promise<SettingsFile | null> {
  const name = named ?? join(folder, FILE)
  if (named === undefined && !existsSync(name)) return null
  try {
    return await listText(name)
  } catch (error) {
    if (!isUserError(error, 'FILE_UNREADABLE')) throw error
    return { name, unreadable: error.parameters.reason }
  }
}
