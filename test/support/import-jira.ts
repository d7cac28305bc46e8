import { createReadStream } from 'node:fs'
import { type ImportSummary, importHistories } from '../../src/imports/import-histories.ts'
import { readDocuments } from '../../src/source/documents.ts'
import { knownFields } from '../../src/source/jira/known-fields.ts'
import { readJiraIssue } from '../../src/source/jira/read-issue.ts'
import type { SourceIssue } from '../../src/source/source.ts'
import type { Store } from '../../src/store/store.ts'

/** Imports a file of Jira issues into a store. */
export function importJira(store: Store, file: string): Promise<ImportSummary> {
  return importHistories(store, { name: file, issues: issuesOf(file) }, { skipInvalid: false })
}

async function* issuesOf(file: string): AsyncGenerator<SourceIssue> {
  const known = knownFields([])
  for await (const document of readDocuments(createReadStream(file), { name: file })) {
    if ('problem' in document) yield document
    else if ('value' in document) yield { location: document.location, ...readJiraIssue(document.value, known) }
  }
}
