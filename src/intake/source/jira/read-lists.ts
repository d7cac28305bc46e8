import { UserError } from '../../../core/base/errors.ts'
import type { ListText, ListTexts, TrackerLists } from '../source.ts'
import { readFieldList } from './read-field-list.ts'
import { readGroupList } from './read-group-list.ts'
import { readStatusList } from './read-status-list.ts'
import { readUserList } from './read-user-list.ts'

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
