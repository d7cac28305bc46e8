/** A place for the files of a lake. A key is a relative path with slashes. */
export interface LakeTarget {
  /** The address of the place, as messages name it. */
  readonly location: string
  /** Returns the size of each file by its key, including the remains of interrupted writes under keys of their own. */
  readonly list: () => Promise<ReadonlyMap<string, number>>
  /** Moves a local file to a key. The key has the whole file or does not exist, also after a crash. */
  readonly put: (file: string, key: string) => Promise<void>
  /** Returns a small text file; `null` if it does not exist. */
  readonly read: (key: string) => Promise<string | null>
  /** Writes or replaces a small text file as a whole. */
  readonly write: (key: string, text: string) => Promise<void>
  /** Removes files. Keys without a file are ignored. */
  readonly remove: (keys: readonly string[]) => Promise<void>
}
