import { type Beats, beatsSince } from './beats.ts'

/** When a silent event loop is ended: after `checks` checks in a row without a beat, one every `everyMs`. */
export interface SilenceLimit {
  readonly everyMs: number
  readonly checks: number
}

/** 60 seconds. The checks are rare, because each of them wakes an idle server. */
export const SILENCE_LIMIT: SilenceLimit = { everyMs: 5000, checks: 12 }

/**
 * Calls `onSilent` with the seconds of silence when another event loop reaches the limit.
 *
 * Checks are counted instead of time: while the process or the machine is suspended, nothing is checked. So a suspended
 * process gets the whole limit to respond.
 */
export function watchLoop(
  beats: Beats,
  { everyMs, checks }: SilenceLimit,
  onSilent: (seconds: number) => void,
): NodeJS.Timeout {
  const hasBeats = beatsSince(beats)
  let silent = 0
  return setInterval(() => {
    silent = hasBeats() ? 0 : silent + 1
    if (silent === checks) onSilent((checks * everyMs) / 1000)
  }, everyMs)
}
