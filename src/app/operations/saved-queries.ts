import {
  addSavedQuery,
  findSavedQuery,
  importSavedQueries,
  listSavedQueries,
  removeSavedQuery,
} from '../queries/saved-queries.ts'
import { command } from './operation.ts'

/** The operations on saved queries. */
export const savedQueryOperations = {
  list: command({ cost: 'none', errors: [], run: listSavedQueries }),
  find: command({ cost: 'none', errors: ['FILTER_UNKNOWN', 'NAME_AMBIGUOUS'], run: findSavedQuery }),
  add: command({ cost: 'write', errors: ['QUERY_INVALID', 'FILTER_TAKEN'], run: addSavedQuery }),
  importList: command({ cost: 'write', errors: ['FILTER_INVALID'], run: importSavedQueries }),
  remove: command({ cost: 'write', errors: ['FILTER_UNKNOWN', 'NAME_AMBIGUOUS'], run: removeSavedQuery }),
}
