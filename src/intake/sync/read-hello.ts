import type { ConnectionIdentity } from '../../store/rows/connection-rows.ts'
import { TrackerError, type TrackerHello } from '../source/tracker.ts'
import { ApprovalNeeded, type Round } from './round.ts'

/**
 * Asks the tracker who it is, and checks that it is the one of the last round, with a clock that did not go back.
 *
 * Throws ApprovalNeeded. A refusal of the account is `unauthorized`, and a missing version that was known is `unavailable`.
 */
export async function readHello(round: Round): Promise<void> {
  const { connection, settings } = round
  const hello = await round.tracker.hello().catch(error => {
    if (error instanceof TrackerError && error.failure === 'forbidden')
      throw new TrackerError('unauthorized', error.request, error.message)
    throw error
  })
  const known = connection.identity
  // A proxy may respond while the tracker restarts. Then the address and the clock may not be the tracker's.
  if (known && known.version !== null && hello.version === null)
    throw new TrackerError('unavailable', 'GET /serverInfo', 'the tracker did not send its version, but it did before')
  if (known && !isSameSite(known, hello))
    throw new ApprovalNeeded(
      'site',
      `The tracker at ${hello.address} is ${hello.identity}. Before it was ${known.identity}.`,
    )
  if (connection.clock !== null && hello.now < connection.clock - settings.overlapMs) {
    const [was, is] = [connection.clock, hello.now].map(at => new Date(at).toISOString())
    throw new ApprovalNeeded('clock', `The clock of the tracker went back from ${was} to ${is}.`)
  }
  round.hello = hello
  round.warnings.push(...hello.limitations)
}

type Site = Pick<TrackerHello, 'address' | 'identity'>

/** Returns whether two sites are the same. A tracker that cannot say which site it is, for example because one request failed, is known by its address. */
export function isSameSite(known: Site, found: Site): boolean {
  if (known.identity === found.identity) return true
  return known.address === found.address && (isAddress(known) || isAddress(found))
}

function isAddress({ address, identity }: Site): boolean {
  return identity === address
}

/** Returns what to store about the tracker. */
export function identityOf({ connection, hello }: Round): ConnectionIdentity | null {
  if (!hello) return null
  const { product, version, address, account, timeZone } = hello
  const identity = isAddress(hello) ? (connection.identity?.identity ?? hello.identity) : hello.identity
  return { product, version, address, identity, accountId: account.id, accountName: account.name, timeZone }
}
