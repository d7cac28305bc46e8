import { existsSync } from 'node:fs'

/** The folder of the program, with its package.json and its assets. The built program is less deep in it than the source. */
export const PROGRAM_FOLDER = folderWith('package.json', new URL('.', import.meta.url))

function folderWith(name: string, folder: URL): URL {
  if (existsSync(new URL(name, folder))) return folder
  const parent = new URL('..', folder)
  // The folder above the root is the root.
  if (parent.href === folder.href) throw new Error(`no folder above ${import.meta.url} has a ${name}`)
  return folderWith(name, parent)
}
