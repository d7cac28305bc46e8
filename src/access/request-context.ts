import { parseZone, type Zone } from '../time/zone.ts'
import type { Caller } from './caller.ts'

/** Who asks something, and until when it is worth answering. */
export interface RequestContext {
  readonly caller: Caller
  /** When it is aborted, the engine lets go of what was asked, and the answer is the signal's reason. */
  readonly signal?: AbortSignal
  /** Whether a list that takes as much as an aggregation throws HeavyReport instead. */
  readonly refuseHeavy?: boolean
}

/** The zone of somebody's dates: their own, else the server's. */
export function zoneOf({ timeZone }: Caller, servers: Zone): Zone {
  return (timeZone === null ? null : parseZone(timeZone)) ?? servers
}
