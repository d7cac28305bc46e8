import { useSyncExternalStore } from 'react'

let lost = false
const watchers = new Set<() => void>()

/** Notes whether the server could be reached when last asked. */
export function noteConnection(isLost: boolean): void {
  if (isLost === lost) return
  lost = isLost
  for (const watcher of watchers) watcher()
}

/** Whether the connection to the server is lost. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(watch, () => lost)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
