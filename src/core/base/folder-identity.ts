import { realpathSync, statSync } from 'node:fs'

/** The identity of a folder: it differs from the identity of each copy on this machine. */
export interface FolderIdentity {
  /** Its path, without symbolic links. */
  readonly path: string
  /** Its device and inode. */
  readonly inode: string
}

/** Returns the identity of a folder. Throws the system's error if it cannot be read. */
export function folderIdentity(dir: string): FolderIdentity {
  const { dev, ino } = statSync(dir, { bigint: true })
  return { path: realpathSync(dir), inode: `${dev}:${ino}` }
}

/** Returns whether an answer of a server has the identity of a folder. */
export function isIdentityOf(dir: string, answered: unknown): boolean {
  const { path, inode } = folderIdentity(dir)
  const other = answered as Partial<FolderIdentity> | null | undefined
  return other?.path === path && other.inode === inode
}
