import { listProjects } from '../../access/admin/list-projects.ts'
import {
  type AccessDeps,
  addUser,
  changeUser,
  createToken,
  explainUser,
  linkUser,
  listTokens,
  listUsers,
  openToAll,
  removeUser,
  restrictTo,
  revokeToken,
  setDisabled,
  unlinkUser,
  userNamed,
} from '../../access/admin/manage-access.ts'
import { command } from './operation.ts'

/** The management of users, tokens and project permissions, on behalf of the local administrator. */
export const accessOperations = {
  users: command({ cost: 'none', errors: [], run: listUsers }),
  user: command({ cost: 'none', errors: ['USER_UNKNOWN'], run: userNamed }),
  addUser: command({ cost: 'write', errors: ['USER_TAKEN', 'OPTION_INVALID'], run: addUser }),
  changeUser: command({ cost: 'write', errors: ['USER_UNKNOWN', 'OPTION_INVALID'], run: changeUser }),
  removeUser: command({ cost: 'write', errors: ['USER_UNKNOWN'], run: removeUser }),
  setDisabled: command({ cost: 'write', errors: ['USER_UNKNOWN'], run: setDisabled }),
  link: command({
    cost: 'write',
    errors: ['USER_UNKNOWN', 'CONNECTION_UNKNOWN', 'NAME_AMBIGUOUS'],
    run: linkUser,
  }),
  unlink: command({ cost: 'write', errors: ['USER_UNKNOWN', 'OPTION_INVALID'], run: unlinkUser }),
  explain: command({ cost: 'none', errors: ['USER_UNKNOWN', 'ISSUE_UNKNOWN'], run: explainUser }),
  tokens: command({ cost: 'none', errors: [], run: listTokens }),
  createToken: command({ cost: 'write', errors: ['USER_UNKNOWN'], run: createToken }),
  revokeToken: command({ cost: 'write', errors: ['TOKEN_UNKNOWN'], run: revokeToken }),
  projects: command({
    cost: 'none',
    errors: [],
    run: ({ store, newProjects }: AccessDeps) => listProjects(store, newProjects),
  }),
  restrict: command({
    cost: 'write',
    errors: ['PROJECT_UNKNOWN', 'NAME_AMBIGUOUS', 'GROUP_UNKNOWN', 'USER_UNKNOWN'],
    run: restrictTo,
  }),
  open: command({ cost: 'write', errors: ['PROJECT_UNKNOWN', 'NAME_AMBIGUOUS'], run: openToAll }),
}
