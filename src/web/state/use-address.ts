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

/** The choices in the address of the page: changing them changes the address, and back and forward change them. */
export function useAddress(): ChoiceState {
  const query = useSyncExternalStore(subscribe, () => window.location.search)
  const choices = useMemo(() => parseChoices(query), [query])
  const change = useCallback((change: Change, options?: { readonly addsHistoryEntry?: boolean }) => {
    navigate(toQueryString(applyChange(currentChoices(), change)), options)
  }, [])
  return useMemo(() => ({ choices, change }), [choices, change])
}

/** The choices as they are this moment: two changes in one turn must both count. */
export function currentChoices(): Choices {
  return parseChoices(window.location.search)
}

/** Whether the last change was none for the back button, as when somebody types. */
export function isTyping(): boolean {
  return (window.history.state as { typing?: boolean } | null)?.typing === true
}

/** Shows what the query part of an address says; without `step` in place of what is shown now. */
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
