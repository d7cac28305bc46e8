import { isUserError, UserError } from '../base/errors.ts'

/**
 * Returns the mistake of the caller that an error stands for, thrown by us or by the framework; `null` for a defect.
 *
 * `bodyLimit` is that of the route, in bytes.
 */
export function knownError(error: unknown, bodyLimit: number): UserError | null {
  if (isUserError(error)) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new UserError('BODY_TOO_LARGE', { limit: bodyLimit })
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClients ? new UserError('REQUEST_MALFORMED', { reason: String(message).replace(/\.$/, '') }) : null
}
