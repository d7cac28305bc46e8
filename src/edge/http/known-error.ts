import { isUserError, UserError } from '../../core/base/errors.ts'

/** Returns the user error for an error of ours or of Fastify; `null` for an internal error. */
export function knownError(error: unknown): UserError | null {
  if (isUserError(error)) return error
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClients ? new UserError('REQUEST_MALFORMED', { reason: String(message).replace(/\.$/, '') }) : null
}
