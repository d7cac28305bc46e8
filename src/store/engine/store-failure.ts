import { UserError } from '../../core/base/errors.ts'
import { driverFailure } from './driver-failure.ts'

/** Converts driver errors about disk space and memory to STORE_FAILED; `null` for other errors. */
export function storeFailure(error: unknown): UserError | null {
  const failure = driverFailure(error)
  if (failure.kind === 'hindered') return new UserError('STORE_FAILED', { dir: null, reason: failure.reason })
  if (failure.kind === 'ended')
    return new UserError('STORE_FAILED', { dir: null, reason: 'its files cannot be read or written' })
  return null
}
