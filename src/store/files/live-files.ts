import { existsSync } from 'node:fs'
import { copyFile, type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DATABASE, databaseIn, logOf } from './store-files.ts'

const CHUNK = 1 << 20

/**
 * Reads the files of a store while its engine has them open.
 *
 * The engine locks its file for the process, and the system releases the lock as soon as the process closes the file
 * anywhere. So the file is opened here once, and closed only after the engine.
 */
export class LiveFiles {
  readonly #dir: string
  #database: FileHandle | undefined

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Copies the database and its log, if any, to a folder. Nobody may write or copy at the same time. */
  async copyTo(folder: string): Promise<void> {
    this.#database ??= await open(databaseIn(this.#dir), 'r')
    await copyFrom(this.#database, join(folder, DATABASE))
    const log = logOf(databaseIn(this.#dir))
    // The log is not locked.
    if (existsSync(log)) await copyFile(log, logOf(join(folder, DATABASE)))
  }

  /** Closes the files; to be called after the engine is closed. */
  async close(): Promise<void> {
    await this.#database?.close()
  }
}

/** Copies an open file to a new one. */
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
