import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of what the files of a run share. */
    sharedFolder: string
  }
}

/** Creates the folder of what the files of a run share, and removes it after the run. */
export default function sharedFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(project.config.env.TMPDIR as string, 'sojourn-shared-'))
  project.provide('sharedFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
