import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FolderIdentity, folderIdentity } from '../base/folder-identity.ts'
import { replaceFile } from './durable-file.ts'
import { homeIn } from './store-files.ts'

/** The place of a store. It is stored next to the database, and is no part of backups. */
interface StoreHome extends FolderIdentity {
  /** The digest of the id of the machine; `null` if the system has none. */
  readonly machine: string | null
}

/** Where Linux keeps the id of a machine. */
const MACHINE_IDS = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/**
 * Returns from where the store in `dir` was copied since it was last open: `null` if it was not, or was never open. A
 * folder that was moved on its disk is no copy, but one that took the place of the original is.
 */
export function copiedFrom(dir: string): 'another machine' | 'another folder' | null {
  const known = readHome(dir)
  if (known === null) return null
  const home = homeOf(dir)
  // A container has no id, and can have another path for the same folder.
  const machines = new Set([known.machine, home.machine].filter(id => id !== null))
  if (machines.size > 1) return 'another machine'
  return isSameFolder(known, home) ? null : 'another folder'
}

/** Returns whether a folder still is the one that was known: its inode shows it, and its path or its device. */
function isSameFolder(known: FolderIdentity, now: FolderIdentity): boolean {
  if (known.inode === now.inode) return true
  // The number of a device can change when the machine starts, the number of an inode cannot.
  const [inode, other] = [known, now].map(({ inode }) => inode.split(':')[1])
  return known.path === now.path && inode === other
}

/** Remembers the present place of the store in `dir`, durably. Throws the system's error. */
export async function rememberHome(dir: string): Promise<void> {
  const [known, home] = [readHome(dir), homeOf(dir)]
  if (known?.path === home.path && known.inode === home.inode && known.machine === home.machine) return
  await replaceFile(homeIn(dir), `${JSON.stringify(home)}\n`)
}

function homeOf(dir: string): StoreHome {
  return { ...folderIdentity(dir), machine: machineDigest() }
}

/** Reads where the store in `dir` was; `null` if the file is missing or unreadable. */
function readHome(dir: string): StoreHome | null {
  try {
    const { path, inode, machine } = JSON.parse(readFileSync(homeIn(dir), 'utf8'))
    const isKnown =
      typeof path === 'string' && typeof inode === 'string' && (machine === null || typeof machine === 'string')
    return isKnown ? { path, inode, machine } : null
  } catch {
    return null
  }
}

/** Returns a digest, because the id itself must not leave the machine. */
function machineDigest(): string | null {
  for (const path of MACHINE_IDS) {
    try {
      const id = readFileSync(path, 'utf8').trim()
      if (id !== '') return createHash('sha256').update(`sojourn ${id}`).digest('hex')
    } catch {
      // Other systems have none.
    }
  }
  return null
}
