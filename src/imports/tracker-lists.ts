import { UserError } from '../base/errors.ts'
import type { Entity } from '../history/model.ts'
import type { ListedField } from '../source/jira/known-fields.ts'
import { readFieldList } from '../source/jira/read-field-list.ts'
import { type Group, readGroupList } from '../source/jira/read-group-list.ts'
import { readStatusList } from '../source/jira/read-status-list.ts'
import { readUserList } from '../source/jira/read-user-list.ts'
import type { ImportBatch } from '../store/import-batch.ts'
import type { Instant } from '../time/instant.ts'

type Person = Extract<Entity, { kind: 'person' }>

/** What the tracker's own lists say; `null` for a list that was not given. */
export interface TrackerLists {
  readonly statuses: readonly Extract<Entity, { kind: 'status' }>[] | null
  readonly groups: readonly Group[] | null
  readonly users: readonly Person[] | null
  readonly fields: readonly ListedField[] | null
}

/** A list of the tracker as it was found: JSON, and where it came from. */
export interface ListText {
  readonly name: string
  readonly text: string
}

/** The lists that were given, each with its name. */
export type ListTexts = { readonly [kind in keyof TrackerLists]?: ListText | undefined }

/** No list at all. */
export const NO_LISTS: TrackerLists = { statuses: null, groups: null, users: null, fields: null }

/** Reads the tracker's lists. Throws IMPORT_LIST_INVALID for one that is not what it should be. */
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

/** Whether any list was given. */
export function hasLists(lists: TrackerLists): boolean {
  return Object.values(lists).some(list => list !== null)
}

/** Puts what the lists say into a batch, as told at `at`. */
export function fillLists(batch: ImportBatch, { statuses, groups, users, fields }: TrackerLists, at: Instant): void {
  if (fields) batch.record(fields.map(field => ({ entity: fieldEntity(field), authority: 'list', at })))
  if (users) batch.record(users.map(entity => ({ entity, authority: 'list', at })))
  if (statuses) batch.setStatuses(statuses)
  if (groups) batch.setGroups(groups)
}

function fieldEntity({ id, name, kind, multi, alias }: ListedField): Entity {
  return { kind: 'field', id, name, type: kind, multi, alias: alias ?? null }
}
