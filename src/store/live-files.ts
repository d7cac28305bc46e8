import { existsSync } from 'node:fs'
import { copyFile, type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DATABASE, databaseIn, logOf } from './store-files.ts'

const CHUNK = 1 << 20

/**
 * Reads the files of a store while its engine has them open.
 *
 * The engine holds its file by a lock that is the process's, and that the system drops as soon as the process closes the
 * file anywhere: so the file is opened here once, and closed only after the engine has let go of it.
 */
export class LiveFiles {
  readonly #dir: string
  #database: FileHandle | undefined

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Copies the database, and its log if it has one, into a folder. Nobody else may write or copy meanwhile. */
  async copyTo(folder: string): Promise<void> {
    this.#database ??= await open(databaseIn(this.#dir), 'r')
    await copyFrom(this.#database, join(folder, DATABASE))
    const log = logOf(databaseIn(this.#dir))
    // The log is not locked.
    if (existsSync(log)) await copyFile(log, logOf(join(folder, DATABASE)))
  }

  /** Lets go of the files, after the engine has. */
  async close(): Promise<void> {
    await this.#database?.close()
  }
}

/** Copies a file that is open into a new one. */
export async function copyFrom(source: FileHandle, path: string): Promise<void> {
  const target = await open(path, 'wx')
  try {
    const buffer = Buffer.alloc(CHUNK)
    for (let at = 0; ; ) {
      const { bytesRead } = await source.read(buffer, 0, CHUNK, at)
      if (bytesRead === 0) return
      await target.writeFile(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
  } finally {
    await target.close()
  }
}
