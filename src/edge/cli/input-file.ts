import { constants, createReadStream, type Dirent } from 'node:fs'
import { access, open, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import { HEAD_BYTES, otherFile } from '../../intake/source/foreign-format.ts'
import type { ExportFile, ListText } from '../../intake/source/source.ts'
import type { CommandContext } from './context.ts'

/** A file to import, and its read progress. */
export interface InputFile extends ExportFile {
  /** Its size in bytes; `null` for a pipe. */
  readonly size: number | null
  /** Number of bytes read since the file was last opened. */
  readonly bytesRead: () => number
}

/**
 * Returns the file at `path`, or all files below a folder, sorted by path; `-` is the standard input. In a folder, skips hidden
 * files and the files in `without`. Also skips texts, CSV, Markdown and pictures, and writes a line for each. Throws
 * FILE_UNREADABLE before anything is read, also for a folder without files.
 */
export async function inputFiles(
  path: string,
  without: readonly string[],
  context: CommandContext,
): Promise<InputFile[]> {
  if (path === '-') return [counted('standard input', context.stdin, null)]
  const found = await readable(path, () => stat(path))
  if (!found.isDirectory()) return [await inputFile(path)]
  const entries = await readable(path, () => readdir(path, { recursive: true, withFileTypes: true }))
  const others = new Set(without.map(one => resolve(one)))
  const files = entries
    .filter(entry => !entry.isDirectory() && !isHidden(entry, path))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !others.has(resolve(file)))
    .sort()
  if (files.length === 0) throw new UserError('FILE_UNREADABLE', { file: path, reason: 'the folder holds no files' })
  const exports = await withoutOthers(files, context)
  if (exports.length === 0)
    throw new UserError('FILE_UNREADABLE', {
      file: path,
      reason: 'the folder holds only texts, CSV, Markdown or pictures',
    })
  return Promise.all(exports.map(inputFile))
}

/** Returns the files that may be exports. Writes a line for each other file. */
async function withoutOthers(files: readonly string[], context: CommandContext): Promise<readonly string[]> {
  const kept: string[] = []
  for (const file of files) {
    const other = otherFile(file, await readable(file, () => headOf(file)))
    if (other === null) kept.push(file)
    else await context.err.write(`Skipped ${file}: it is ${other}.\n`)
  }
  return kept
}

/**
 * Returns the first bytes of a regular file, to recognize its format. Returns no bytes for other paths, such as a pipe,
 * because their bytes can be read only once.
 */
async function headOf(path: string): Promise<Buffer> {
  if (!(await stat(path)).isFile()) return Buffer.alloc(0)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function inputFile(path: string): Promise<InputFile> {
  const found = await readable(path, async () => {
    await access(path, constants.R_OK)
    return stat(path)
  })
  return counted(path, () => createReadStream(path), found.isFile() ? found.size : null)
}

function isHidden({ parentPath, name }: Dirent, folder: string): boolean {
  return join(relative(folder, parentPath), name)
    .split(sep)
    .some(part => part.startsWith('.'))
}

/** Reads a whole list of the tracker. Throws FILE_UNREADABLE. */
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

/** Reads a JSON file. `invalid` makes the error of a text that is not JSON from the reason. Throws FILE_UNREADABLE. */
export async function jsonFile(path: string, invalid: (reason: string) => UserError): Promise<unknown> {
  const { text } = await listText(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid((error as Error).message)
  }
}
