import { abortable } from '../../../core/base/abortable.ts'
import { UserError } from '../../../core/base/errors.ts'
import { readDocuments, type SourceDocument } from '../documents.ts'
import {
  type ExportFile,
  type ListedField,
  type ListText,
  type ListTexts,
  NO_LISTS,
  type Source,
  type SourceInput,
  type SourceIssue,
  type TrackerLists,
} from '../source.ts'
import { InvalidIssue } from './invalid-parts.ts'
import { type KnownFields, knownFields, learnNames } from './known-fields.ts'
import { readFieldList } from './read-field-list.ts'
import { readGroupList } from './read-group-list.ts'
import { readJiraIssue } from './read-issue.ts'
import { readStatusList } from './read-status-list.ts'
import { readUserList } from './read-user-list.ts'

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

/**
 * Returns the names of the fields in an export; `null` if it has none.
 *
 * A search page has its `names` after its issues, but the first issue cannot be read without them. So a file is scanned
 * for names before it is read; a pipe cannot be. The scan stops at the first issue outside of a search page, because only
 * search pages have names.
 */
export async function findNames(
  input: AsyncIterable<Uint8Array>,
  options: { readonly name: string },
): Promise<Readonly<Record<string, string>> | null> {
  for await (const document of readDocuments(input, options)) {
    if ('names' in document) return document.names
    if ('value' in document && !document.inPage) return null
  }
  return null
}

/** Reads the lists of Jira that were given. Throws IMPORT_LIST_INVALID for a list that cannot be read. */
export function readLists({ statuses, groups, users, fields }: ListTexts): TrackerLists {
  return {
    statuses: statuses ? readStatusList(parsed(statuses), statuses.name) : null,
    groups: groups ? readGroupList(parsed(groups), groups.name) : null,
    users: users ? readUserList(parsed(users), users.name) : null,
    fields: fields ? readFieldList(parsed(fields), fields.name) : null,
  }
}

function parsed({ name, text }: ListText): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = `not JSON: ${error instanceof Error ? error.message : error}`
    throw new UserError('IMPORT_LIST_INVALID', { file: name, expected: 'a JSON file', reason })
  }
}
