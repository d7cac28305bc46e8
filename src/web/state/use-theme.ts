import { useSyncExternalStore } from 'react'
import { readPreference, savePreference } from './preferences.ts'
import { isPrinting, watchPrinting } from './printing.ts'

/** The chosen theme. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']
const listeners = new Set<() => void>()
let choice: ThemeChoice = 'system'

/** Applies the saved theme, and follows the system theme if chosen. Paper is white, so printed pages are light. */
export function startTheme(): void {
  choice = CHOICES.find(one => one === readPreference('theme')) ?? 'system'
  prefersDark().addEventListener('change', applyTheme)
  watchPrinting(applyTheme)
  applyTheme()
}

/** Applies a theme and saves it. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next
  savePreference('theme', next)
  applyTheme()
}

/** Returns the chosen theme. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choice)
}

/** Returns the effective theme; on paper, the light one. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, currentTheme)
}

function currentTheme(): 'light' | 'dark' {
  if (isPrinting()) return 'light'
  const system = prefersDark().matches ? 'dark' : 'light'
  return choice === 'system' ? system : choice
}

function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function prefersDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}
