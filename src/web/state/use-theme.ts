import { useSyncExternalStore } from 'react'
import { readPreference, savePreference } from './preferences.ts'

/** What a person chose: the colours of their system, or one of the two. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']
const listeners = new Set<() => void>()
let choice: ThemeChoice = 'system'

/** Shows the page in the colours that were chosen before, and follows the system where it was chosen. */
export function startTheme(): void {
  choice = CHOICES.find(one => one === readPreference('theme')) ?? 'system'
  darkSystem().addEventListener('change', applyTheme)
  applyTheme()
}

/** Shows the page in other colours, now and when it is opened again. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next
  savePreference('theme', next)
  applyTheme()
}

/** The colours that were chosen. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choice)
}

/** The colours that are shown. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, currentTheme)
}

function currentTheme(): 'light' | 'dark' {
  const system = darkSystem().matches ? 'dark' : 'light'
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

function darkSystem(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}
