import { useSyncExternalStore } from 'react'

let lost = false
const listeners = new Set<() => void>()

/** Records whether the connection to the server is lost. */
export function setConnectionLost(isLost: boolean): void {
  if (isLost === lost) return
  lost = isLost
  for (const listener of listeners) listener()
}

/** Returns whether the connection to the server is lost. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => lost)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
