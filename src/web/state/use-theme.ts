import { useSyncExternalStore } from 'react'
import { recall, remember } from './stored.ts'

/** What a person chose: the colours of their system, or one of the two. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']
const watchers = new Set<() => void>()
let choice: ThemeChoice = 'system'

/** Shows the page in the colours that were chosen before, and follows the system where it was chosen. */
export function startTheme(): void {
  choice = CHOICES.find(one => one === recall('theme')) ?? 'system'
  darkSystem().addEventListener('change', show)
  show()
}

/** Shows the page in other colours, now and when it is opened again. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next
  remember('theme', next)
  show()
}

/** The colours that were chosen. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(watch, () => choice)
}

/** The colours that are shown. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(watch, shownTheme)
}

function shownTheme(): 'light' | 'dark' {
  const system = darkSystem().matches ? 'dark' : 'light'
  return choice === 'system' ? system : choice
}

function show(): void {
  document.documentElement.dataset.theme = shownTheme()
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function darkSystem(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}
