import { isUserError, UserError } from '../base/errors.ts'

/** Returns the mistake of the caller that an error stands for, thrown by us or by the framework; `null` for a defect. */
export function knownError(error: unknown): UserError | null {
  if (isUserError(error)) return error
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClients ? new UserError('REQUEST_MALFORMED', { reason: String(message).replace(/\.$/, '') }) : null
}
