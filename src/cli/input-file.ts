import { constants, createReadStream } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { UserError } from '../base/errors.ts'
import type { ExportFile } from '../service/jira-source.ts'
import type { ListText } from '../service/tracker-lists.ts'
import type { World } from './world.ts'

/** A file to import, and how much of it was read. */
export interface InputFile extends ExportFile {
  /** Its size in bytes; `null` for a pipe. */
  readonly size: number | null
  /** How many bytes were read since it was last opened. */
  readonly bytesRead: () => number
}

/** The file at `path`; `-` is the standard input. Throws FILE_UNREADABLE before anything is read. */
export async function inputFile(path: string, { stdin }: World): Promise<InputFile> {
  if (path === '-') return counted('standard input', stdin, null)
  const found = await readable(path, async () => {
    await access(path, constants.R_OK)
    return stat(path)
  })
  if (found.isDirectory()) throw new UserError('FILE_UNREADABLE', { file: path, reason: 'it is a directory' })
  return counted(path, () => createReadStream(path, { highWaterMark: 1 << 20 }), found.isFile() ? found.size : null)
}

/** A list of the tracker, whole. Throws FILE_UNREADABLE. */
export async function listText(path: string): Promise<ListText> {
  return { name: path, text: await readable(path, () => readFile(path, 'utf8')) }
}

function counted(name: string, open: () => AsyncIterable<Uint8Array>, size: number | null): InputFile {
  let bytes = 0
  async function* counting() {
    bytes = 0
    for await (const chunk of open()) {
      bytes += chunk.length
      yield chunk
    }
  }
  return { name, open: counting, canReopen: size !== null, size, bytesRead: () => bytes }
}

async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new UserError('FILE_UNREADABLE', { file, reason: REASONS[code ?? ''] ?? message })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
}
