import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { parseZone } from '../../../src/core/time/zone.ts'
import type { ExportFile } from '../../../src/intake/source/source.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { exportHere } from '../../support/export-here.ts'
import { importHere } from '../../support/import-files.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { type StoreTemplate, storeTemplate } from '../../support/store-template.ts'

/** The time in these tests. */
export const NOW = Date.parse('2024-03-10T00:00:00.000Z')

const zone = parseZone('Europe/Berlin')!

/** The dependencies of workspaces in these tests. */
export const DEPS = {
  now: () => NOW,
  zone,
  locale: 'en-US',
  dateFormat: null,
  dateTimeFormat: null,
  version: '9.8.7',
  newProjects: 'open' as const,
  startImporter: importHere,
  startExportThread: exportHere,
}

const STATUSES = [
  { id: '1', name: 'Open', statusCategory: { key: 'new' } },
  { id: '3', name: 'Doing', statusCategory: { key: 'indeterminate' } },
  { id: '5', name: 'Done', statusCategory: { key: 'done' } },
]

/** The lists of the small tracker. */
export const LISTS = { statuses: { name: 'statuses.json', text: JSON.stringify(STATUSES) } }

/**
 * Returns three issues: one that went through Open, Doing and Done in a day each, one in Doing for a day, one without
 * changes.
 */
export function smallTracker(): string {
  return [
    issue(1, '5', ['2024-03-02T00:00', '1', '3'], ['2024-03-03T00:00', '3', '5']),
    issue(2, '3', ['2024-03-09T00:00', '1', '3']),
    issue(3, '1'),
  ].join('\n')
}

function issue(number: number, status: string, ...moves: [at: string, from: string, to: string][]): string {
  const nameOf = (id: string) => STATUSES.find(one => one.id === id)!.name
  return JSON.stringify({
    id: String(100 + number),
    key: `WEB-${number}`,
    fields: {
      summary: `Issue ${number}`,
      project: { id: '10', key: 'WEB', name: 'Web Shop' },
      status: { id: status, name: nameOf(status) },
      created: '2024-03-01T00:00:00.000+0000',
    },
    changelog: {
      histories: moves.map(([at, from, to], i) => ({
        id: String(number * 100 + i),
        created: `${at}:00.000+0000`,
        items: [{ field: 'status', from, fromString: nameOf(from), to, toString: nameOf(to) }],
      })),
    },
  })
}

/** Returns an export file with a text. */
export function fileOf(text: string, name = 'issues.jsonl'): ExportFile {
  return { name, canReopen: true, open: () => readOnce([Buffer.from(text)]) }
}

async function* readOnce(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Returns a folder that the test deletes with `forget`. */
export function temporaryFolder(): { readonly path: string; readonly forget: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  return { path, forget: () => rmSync(path, { recursive: true, force: true }) }
}

const emptyStore = storeTemplate(async () => {})

const smallStore = storeTemplate(importSmallTracker)

/** Imports the small tracker into a store, and returns its workspace. */
export async function importSmallTracker(store: Store): Promise<Workspace> {
  const workspace = createWorkspace(store, DEPS)
  await workspace.importFiles({ files: [fileOf(smallTracker())], lists: LISTS, skipInvalid: false, at: NOW })
  return workspace
}

/** Creates a workspace over an empty store in `dir`. */
export async function emptyWorkspace(dir: string): Promise<Workspace> {
  return openWorkspace(dir, await emptyStore())
}

/** Creates a workspace with the small tracker. */
export async function smallWorkspace(dir: string): Promise<Workspace> {
  return openWorkspace(dir, await smallStore())
}

/** Opens a workspace over a copy of a template in `dir`. */
export async function openWorkspace(dir: string, { copyTo }: StoreTemplate): Promise<Workspace> {
  copyTo(dir)
  return createWorkspace(await openStore(dir, { create: false, limits: ONE_THREAD }), DEPS)
}
