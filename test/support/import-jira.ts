import { createReadStream } from 'node:fs'
import { type ImportOptions, type ImportSummary, importHistories } from '../../src/intake/imports/import-histories.ts'
import { jiraSources } from '../../src/intake/source/jira/jira-source.ts'
import type { ExportFile, SourceInput } from '../../src/intake/source/source.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { fileOf, NOW } from '../edge/http/small-tracker.ts'

type Options = Partial<ImportOptions> & Partial<Pick<SourceInput, 'lists' | 'fields'>>

/** Imports a file of Jira issues into a store. */
export function importJira(store: Store, file: string): Promise<ImportSummary> {
  return take(store, { name: file, open: () => createReadStream(file), canReopen: true }, {})
}

/** Imports Jira issues, each of them JSON, into a store. */
export function importIssues(store: Store, issues: readonly string[], options: Options = {}): Promise<ImportSummary> {
  return take(store, fileOf(issues.join('\n')), options)
}

async function take(store: Store, file: ExportFile, { lists = {}, fields = [], ...options }: Options) {
  const [source] = await jiraSources({ files: [file], lists, fields })
  return importHistories(store, source!, { skipInvalid: false, at: NOW, ...options })
}
