import { UserError } from '../base/errors.ts'
import { driverFailure } from './driver-failure.ts'

/** Returns what the driver says of the disk and the memory as STORE_FAILED; `null` when it speaks of anything else. */
export function storeFailure(error: unknown): UserError | null {
  const failure = driverFailure(error)
  if (failure.kind === 'hindered') return new UserError('STORE_FAILED', { reason: failure.reason })
  if (failure.kind === 'ended') return new UserError('STORE_FAILED', { reason: 'its files cannot be read or written' })
  return null
}
