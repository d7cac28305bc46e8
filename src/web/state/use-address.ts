import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { applyChange, type ChoiceChange, type Choices, parseChoices, questionKey, toQueryString } from './choices.ts'
import type { ChoiceState } from './use-choices.ts'

/** What a history entry keeps in addition to its URL. */
interface EntryState {
  /** Whether the last change replaced the entry, as typing does. */
  readonly typing?: boolean
  /** The queries before the last changes of the question, oldest first. */
  readonly undo?: readonly string[]
}

/** The most changes that can be undone. */
const MAX_UNDO = 50

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
  const change = useCallback((change: ChoiceChange, options?: { readonly addsHistoryEntry?: boolean }) => {
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
  return entryState().typing === true
}

/** Returns whether the question was changed, and a function that undoes the last change of it. */
export function useUndo(): { readonly canUndo: boolean; readonly undo: () => void } {
  const canUndo = useSyncExternalStore(subscribe, () => undoSteps().length > 0)
  return useMemo(() => ({ canUndo, undo: undoQuestion }), [canUndo])
}

/** Returns to the question before its last change, as a new history entry. The chosen view stays. */
function undoQuestion(): void {
  const steps = undoSteps()
  const last = steps.at(-1)
  if (last === undefined) return
  const before = applyChange(parseChoices(last), { show: currentChoices().show ?? null, 'view.open': null })
  writeEntry(toQueryString(before), { undo: steps.slice(0, -1) }, true)
}

function entryState(): EntryState {
  return (window.history.state ?? {}) as EntryState
}

function undoSteps(): readonly string[] {
  return entryState().undo ?? []
}

/** Changes the query part of the URL. Without `addsHistoryEntry` it replaces the current entry. */
export function navigate(
  query: string,
  { addsHistoryEntry = true }: { readonly addsHistoryEntry?: boolean } = {},
): void {
  const current = toQueryString(currentChoices())
  if (query === current) return
  const [before, after] = [questionKey(currentChoices()), questionKey(parseChoices(query))]
  // The start page has no question. What is typed in one go is one change.
  const isChange = before !== after && before !== NO_QUESTION && (addsHistoryEntry || !isTyping())
  const steps = isChange ? [...undoSteps(), current].slice(-MAX_UNDO) : undoSteps()
  const undo = after === NO_QUESTION ? [] : steps
  writeEntry(query, addsHistoryEntry ? { undo } : { undo, typing: true }, addsHistoryEntry)
}

const NO_QUESTION = questionKey({})

function writeEntry(query: string, state: EntryState, addsHistoryEntry: boolean): void {
  const address = query === '' ? window.location.pathname : `?${query}`
  if (addsHistoryEntry) window.history.pushState(state, '', address)
  else window.history.replaceState(state, '', address)
  for (const listener of listeners) listener()
}
