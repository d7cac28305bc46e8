import {
  addSavedQuery,
  findSavedQuery,
  importSavedQueries,
  listSavedQueries,
  removeSavedQuery,
} from '../queries/saved-queries.ts'
import { listNames } from '../queries/tracker-names.ts'
import { command } from './operation.ts'

/** The operations on saved queries. */
export const savedQueryOperations = {
  list: command({ cost: 'none', errors: [], run: listSavedQueries }),
  find: command({ cost: 'none', errors: ['FILTER_UNKNOWN', 'NAME_AMBIGUOUS'], run: findSavedQuery }),
  add: command({ cost: 'write', errors: ['QUERY_INVALID', 'FILTER_TAKEN'], run: addSavedQuery }),
  importList: command({ cost: 'write', errors: ['FILTER_INVALID'], run: importSavedQueries }),
  remove: command({ cost: 'write', errors: ['FILTER_UNKNOWN', 'NAME_AMBIGUOUS'], run: removeSavedQuery }),
}

/** The operations on the ids and names of the tracker's entities. */
export const nameOperations = {
  list: command({ cost: 'none', errors: [], run: listNames }),
}
