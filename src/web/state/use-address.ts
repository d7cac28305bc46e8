import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type Change, type Choices, changed, choicesIn, queryOf } from './choices.ts'
import type { ChoiceState } from './use-choices.ts'

const watchers = new Set<() => void>()

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('popstate', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('popstate', watcher)
  }
}

/** The choices in the address of the page: changing them changes the address, and back and forward change them. */
export function useAddress(): ChoiceState {
  const query = useSyncExternalStore(watch, () => window.location.search)
  const choices = useMemo(() => choicesIn(query), [query])
  const change = useCallback((change: Change, options?: { readonly step?: boolean }) => {
    goTo(queryOf(changed(presentChoices(), change)), options)
  }, [])
  return useMemo(() => ({ choices, change }), [choices, change])
}

/** The choices as they are this moment: two changes in one turn must both count. */
export function presentChoices(): Choices {
  return choicesIn(window.location.search)
}

/** Whether the last change was none for the back button, as when somebody types. */
export function isTyping(): boolean {
  return (window.history.state as { typing?: boolean } | null)?.typing === true
}

/** Shows what the query part of an address says; without `step` in place of what is shown now. */
export function goTo(query: string, { step = true }: { readonly step?: boolean } = {}): void {
  if (query === queryOf(presentChoices())) return
  const address = query === '' ? window.location.pathname : `?${query}`
  if (step) window.history.pushState(null, '', address)
  else window.history.replaceState({ typing: true }, '', address)
  for (const watcher of watchers) watcher()
}
