import { listNames } from '../queries/tracker-names.ts'
import { command } from './operation.ts'

/** The operations on the ids and names of the tracker's entities. */
export const nameOperations = {
  list: command({ cost: 'none', errors: [], run: listNames }),
}
