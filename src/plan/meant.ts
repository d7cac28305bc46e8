import type { Person, Status } from '../catalogue/model.ts'
import type { ReportNames } from '../catalogue/report-names.ts'
import { NoMeaning } from './mistakes.ts'

/** The status that a text means: one of that id, else the only one of that name. */
export function meantStatus(catalogue: ReportNames, text: string): Status | NoMeaning {
  const found = onlyOf(catalogue.statusesMeant(text.trim()), 'statuses', ({ id }) => id)
  return found ?? new NoMeaning('is not the id or the name of a status')
}

/** The user that a text means: one of that login, account id or user key, else the only one of that name; else `undefined`. */
export function meantPerson(catalogue: ReportNames, text: string): Person | NoMeaning | undefined {
  return onlyOf(catalogue.peopleMeant(text.trim()), 'users', person => catalogue.loginOf(person))
}

/** The most ids that a message lists. */
const MOST_LISTED = 20

/** The only one of some things; `undefined` for none, and what is wrong where there are several: their ids. */
export function onlyOf<T>(found: readonly T[], kind: string, idOf: (thing: T) => string): T | NoMeaning | undefined {
  if (found.length < 2) return found[0]
  const ids = found.slice(0, MOST_LISTED).map(idOf).join(', ')
  const more = found.length > MOST_LISTED ? ` and ${found.length - MOST_LISTED} more` : ''
  return new NoMeaning(`is the name of ${found.length} ${kind}; give one of their ids: ${ids}${more}`)
}
