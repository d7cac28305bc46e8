import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import { systemReason } from '../../store/engine/system-reason.ts'
import { renameDurably, replaceFile } from '../../store/files/durable-file.ts'
import type { ExportRecord } from './export-record.ts'

const ID = /^[0-9a-f]{32}$/

/** With less free space, nothing more is written, so that the store itself can go on. Bytes. */
const LEAST_FREE = 16 * 1024 * 1024

/** Returns a new id: 128 random bits, in hexadecimal. */
export function newExportId(): string {
  return randomBytes(16).toString('hex')
}

/** The files of all exports: a folder for each, with its state. */
export class ExportFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Returns the folder of an export, and the paths in it. */
  pathsOf(id: string) {
    if (!ID.test(id)) throw new Error('not the id of an export')
    const folder = join(this.#path, id)
    return {
      folder,
      state: join(folder, 'state.json'),
      /** The tables of the report, while it runs. */
      work: join(folder, 'work'),
      /** The issues of the file, and what their values refer to. */
      ids: join(folder, 'ids'),
      part: join(folder, 'file.part'),
      file: join(folder, 'file'),
    }
  }

  /** Reads the states of all exports. Removes what has none: a process was killed before it answered. */
  async readAll(): Promise<ExportRecord[]> {
    const names = await readdir(this.#path).catch(() => [])
    const records: ExportRecord[] = []
    for (const name of names.filter(name => ID.test(name))) {
      const record = await readFile(this.pathsOf(name).state, 'utf8').then(readRecord, () => null)
      if (record?.exportId === name) records.push(record)
      else await this.remove(name)
    }
    return records
  }

  /** Writes the state of an export atomically. Throws EXPORT_UNWRITTEN. */
  async write(record: ExportRecord): Promise<void> {
    const { folder, state } = this.pathsOf(record.exportId)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(state, `${JSON.stringify(record)}\n`)
    } catch (error) {
      throw unwritten(error)
    }
  }

  /** Gives a complete file its name. Throws EXPORT_UNWRITTEN. */
  async complete(id: string): Promise<void> {
    const { part, file, work } = this.pathsOf(id)
    try {
      await renameDurably(part, file)
      await rm(work, { recursive: true, force: true })
    } catch (error) {
      throw unwritten(error)
    }
  }

  /** Removes all files of an export except its state: also those that DuckDB left when the process was killed. */
  async clear(id: string): Promise<void> {
    await this.#keepOnly(id, [this.pathsOf(id).state])
  }

  /** Removes the file of an export. Keeps the ids that decide whether its owner may see its query. */
  async removeFile(id: string): Promise<void> {
    const { state, ids } = this.pathsOf(id)
    await this.#keepOnly(id, [state, ids])
  }

  async #keepOnly(id: string, kept: readonly string[]): Promise<void> {
    const { folder } = this.pathsOf(id)
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      if (!kept.includes(path)) await rm(path, { recursive: true, force: true })
    }
  }

  /** Removes an export. */
  async remove(id: string): Promise<void> {
    await rm(this.pathsOf(id).folder, { recursive: true, force: true })
  }

  /** Returns the size of all files of an export, in bytes. */
  async bytesOf(id: string): Promise<number> {
    const { folder } = this.pathsOf(id)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    let bytes = 0
    for (const entry of entries) {
      if (entry.isFile())
        bytes += await stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        )
    }
    return bytes
  }

  /** Throws EXPORT_UNWRITTEN when the disk is almost full. */
  async requireSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(join(this.#path, '..'))
    if (bavail * bsize < LEAST_FREE) throw new UserError('EXPORT_UNWRITTEN', { reason: 'no space left on device' })
  }
}

/** Converts an error of the file system to EXPORT_UNWRITTEN. Returns other errors unchanged. */
export function unwritten(error: unknown): unknown {
  const reason = systemReason(error)
  return reason === null ? error : new UserError('EXPORT_UNWRITTEN', { reason })
}

function readRecord(text: string): ExportRecord | null {
  try {
    const record = JSON.parse(text) as ExportRecord
    return record.version === 2 ? record : null
  } catch {
    return null
  }
}
