import { parseZone, type Zone } from '../../core/time/zone.ts'
import type { Caller } from './caller.ts'

/** The caller of a request, and the signal that cancels it. */
export interface RequestContext {
  readonly caller: Caller
  /** When it is aborted, DuckDB stops the running query and the request rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Whether a list that costs as much as an aggregation throws HeavyReport instead. */
  readonly refuseHeavy?: boolean
}

/** Returns the time zone of a caller's dates: the caller's own, or else the server's. */
export function zoneOf({ timeZone }: Caller, servers: Zone): Zone {
  return (timeZone === null ? null : parseZone(timeZone)) ?? servers
}
