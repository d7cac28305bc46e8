import { realpathSync, statSync } from 'node:fs'

/** What tells a store from its copies on this machine. */
export interface StoreIdentity {
  /** The path of its folder, without symbolic links. */
  readonly path: string
  /** The device and the inode of its folder. */
  readonly inode: string
}

/** Returns the identity of the store in `dir`. Throws the system's error if the folder cannot be read. */
export function storeIdentity(dir: string): StoreIdentity {
  const { dev, ino } = statSync(dir, { bigint: true })
  return { path: realpathSync(dir), inode: `${dev}:${ino}` }
}

/** Returns whether an answer of a server has the identity of the store in `dir`. */
export function isIdentityOf(dir: string, answered: unknown): boolean {
  const { path, inode } = storeIdentity(dir)
  const other = answered as Partial<StoreIdentity> | null | undefined
  return other?.path === path && other.inode === inode
}
