import { isUserError, type UserError } from '../../core/base/errors.ts'

/** The members of a request that errors of connections are about. */
const PLACES: Readonly<Partial<Record<UserError['code'], string>>> = {
  CONNECTION_OTHER_TRACKER: 'address',
  CONNECTION_PERMISSIONS: 'permissions',
  CONNECTION_PROJECTS: 'token',
  CONNECTION_TAKEN: 'name',
  CONNECTION_PROJECT_TAKEN: 'projects',
  CONNECTION_VARIABLE: 'token',
}

/** Returns the message of an error with the member of the request that it is about; `null` for other errors. */
export function placedMessage(error: UserError): string | null {
  const place = placeOf(error)
  return place === undefined ? null : `${place}: ${error.message}`
}

function placeOf(error: UserError): string | undefined {
  if (!isUserError(error, 'CONNECTION_FAILED')) return PLACES[error.code]
  const { failure } = error.parameters
  return failure === 'unauthorized' || failure === 'forbidden' ? 'token' : 'address'
}
