import { abortable } from '../../base/abortable.ts'
import { readDocuments, type SourceDocument } from '../documents.ts'
import { findNames } from '../find-names.ts'
import type { HistorySource, SourceIssue } from '../source.ts'
import { InvalidIssue } from './invalid-issue.ts'
import { type KnownFields, knownFields, type ListedField, learnNames } from './known-fields.ts'
import { readJiraIssue } from './read-issue.ts'

/** A file of issues, or a pipe. */
export interface ExportFile {
  /** The name in messages: the path that the user gave. */
  readonly name: string
  /** Returns its bytes from the beginning. */
  readonly open: () => AsyncIterable<Uint8Array>
  /** Whether it can be opened again; `false` for a pipe. */
  readonly canReopen: boolean
}

/**
 * Returns the issues of a Jira export. `fields` is the tracker's list of fields.
 *
 * A search page has the names of its fields after its issues, so a file is first searched for them. In a pipe they
 * apply only from where they occur. Rejects with the signal's reason when it is aborted, even while waiting for input;
 * throws FILE_UNREADABLE.
 */
export function jiraSource(file: ExportFile, fields: readonly ListedField[], signal?: AbortSignal): HistorySource {
  const known = knownFields(fields)
  return { name: file.name, issues: issuesOf(file, known, signal) }
}

async function* issuesOf(
  file: ExportFile,
  known: KnownFields,
  signal: AbortSignal | undefined,
): AsyncGenerator<SourceIssue> {
  if (file.canReopen) learnNames(known, (await abortable(findNames(file.open(), file), signal)) ?? {})
  const documents = readDocuments(file.open(), file)
  try {
    for (;;) {
      const next = await abortable(documents.next(), signal)
      if (next.done) return
      const issue = issueOf(next.value, known)
      if (issue) yield issue
    }
  } finally {
    // Not awaited, because the source may wait for input that never comes.
    documents.return(undefined).catch(() => {})
  }
}

function issueOf(document: SourceDocument, known: KnownFields): SourceIssue | null {
  if ('problem' in document || 'page' in document) return document
  if ('names' in document) {
    learnNames(known, document.names)
    return null
  }
  return readIssue(document.location, document.value, known)
}

/** Reads one issue, with its location. Invalid issues become problems. */
export function readIssue(location: string, value: unknown, known: KnownFields): SourceIssue {
  try {
    return { location, ...readJiraIssue(value, known) }
  } catch (error) {
    if (error instanceof InvalidIssue) return { location, problem: error.reason }
    throw error
  }
}
