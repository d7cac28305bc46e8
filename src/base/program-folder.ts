import { existsSync } from 'node:fs'

/** The folder of the program, with its package.json and its assets. The built program is less deep in it than the source. */
export const PROGRAM_FOLDER = folderWith('package.json', new URL('.', import.meta.url))

function folderWith(name: string, folder: URL): URL {
  return existsSync(new URL(name, folder)) ? folder : folderWith(name, new URL('..', folder))
}
