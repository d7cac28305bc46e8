import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { applyChange, type Change, type Choices, parseChoices, toQueryString } from './choices.ts'
import type { ChoiceState } from './use-choices.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

/** Returns the choices in the URL, and a function that changes them. */
export function useAddress(): ChoiceState {
  const query = useSyncExternalStore(subscribe, () => window.location.search)
  const choices = useMemo(() => parseChoices(query), [query])
  const change = useCallback((change: Change, options?: { readonly addsHistoryEntry?: boolean }) => {
    navigate(toQueryString(applyChange(currentChoices(), change)), options)
  }, [])
  return useMemo(() => ({ choices, change }), [choices, change])
}

/** Returns the choices in the URL right now: two changes in one event must both count. */
export function currentChoices(): Choices {
  return parseChoices(window.location.search)
}

/** Returns whether the last change added no history entry, as typing does. */
export function isTyping(): boolean {
  return (window.history.state as { typing?: boolean } | null)?.typing === true
}

/** Changes the query part of the URL. Without `addsHistoryEntry` it replaces the current entry. */
export function navigate(
  query: string,
  { addsHistoryEntry = true }: { readonly addsHistoryEntry?: boolean } = {},
): void {
  if (query === toQueryString(currentChoices())) return
  const address = query === '' ? window.location.pathname : `?${query}`
  if (addsHistoryEntry) window.history.pushState(null, '', address)
  else window.history.replaceState({ typing: true }, '', address)
  for (const listener of listeners) listener()
}
