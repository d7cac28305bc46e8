import { abortable } from '../../../core/base/abortable.ts'
import { readDocuments, type SourceDocument } from '../documents.ts'
import { findNames } from '../find-names.ts'
import {
  type ExportFile,
  type ListedField,
  NO_LISTS,
  type Source,
  type SourceInput,
  type SourceIssue,
  type TrackerLists,
} from '../source.ts'
import { InvalidIssue } from './invalid-issue.ts'
import { type KnownFields, knownFields, learnNames } from './known-fields.ts'
import { readJiraIssue } from './read-issue.ts'
import { readLists } from './read-lists.ts'

/**
 * Opens a Jira export: a source for each file, the first one with the lists. Lists without a file are a source
 * without issues.
 *
 * Throws IMPORT_LIST_INVALID.
 */
export async function jiraSources({ files, lists: texts, fields, signal }: SourceInput): Promise<readonly Source[]> {
  const lists = readLists(texts)
  const known = lists.fields ?? fields
  if (files.length > 0) return files.map((file, i) => jiraSource(file, known, i === 0 ? lists : NO_LISTS, signal))
  return Object.values(lists).some(list => list !== null) ? [{ name: 'lists', lists, issues: null }] : []
}

/**
 * Returns a source with the issues of one file. `fields` is the tracker's list of fields.
 *
 * A search page has the names of its fields after its issues, so a file is first searched for them. In a pipe they
 * apply only from where they occur. The issues reject with the signal's reason when it is aborted, even while waiting
 * for input; they throw FILE_UNREADABLE.
 */
function jiraSource(
  file: ExportFile,
  fields: readonly ListedField[],
  lists: TrackerLists,
  signal: AbortSignal | undefined,
): Source {
  return { name: file.name, lists, issues: () => issuesOf(file, knownFields(fields), signal) }
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
function readIssue(location: string, value: unknown, known: KnownFields): SourceIssue {
  try {
    return { location, ...readJiraIssue(value, known) }
  } catch (error) {
    if (error instanceof InvalidIssue) return { location, problem: error.reason }
    throw error
  }
}
