import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FolderIdentity, folderIdentity } from '../../core/base/folder-identity.ts'
import { replaceFile } from './durable-file.ts'
import { homeIn } from './store-files.ts'

/** The location of a store. It is stored next to the database, and is not part of backups. */
interface StoreHome extends FolderIdentity {
  /** The digest of the id of the machine; `null` if the system has none. */
  readonly machine: string | null
}

/** Where Linux keeps the id of a machine. */
const MACHINE_IDS = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/**
 * Returns where the store in `dir` was copied from since it was last open; `null` if it was not copied, or never open. A folder
 * that was moved on its disk is not a copy. A folder that replaced the original at its path is a copy.
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

/** Returns whether a folder is the known one: the inode must be equal, and also the path or the device. */
function isSameFolder(known: FolderIdentity, now: FolderIdentity): boolean {
  if (known.inode === now.inode) return true
  // The number of a device can change when the machine starts, the number of an inode cannot.
  const [inode, other] = [known, now].map(({ inode }) => inode.split(':')[1])
  return known.path === now.path && inode === other
}

/** Stores the present location of the store in `dir`, durably. Throws the system's error. */
export async function writeHome(dir: string): Promise<void> {
  const [known, home] = [readHome(dir), homeOf(dir)]
  if (known?.path === home.path && known.inode === home.inode && known.machine === home.machine) return
  await replaceFile(homeIn(dir), `${JSON.stringify(home)}\n`)
}

function homeOf(dir: string): StoreHome {
  return { ...folderIdentity(dir), machine: machineDigest() }
}

/** Reads the stored location of the store in `dir`; `null` if the file is missing or unreadable. */
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
      // Systems other than Linux lack this file.
    }
  }
  return null
}
