/** What this browser remembers under a name; `null` where it remembers nothing, or may not. */
export function readPreference(name: string): string | null {
  try {
    return window.localStorage.getItem(`sojourn.${name}`)
  } catch {
    return null
  }
}

/** Makes this browser remember, where it may. */
export function savePreference(name: string, value: string): void {
  try {
    window.localStorage.setItem(`sojourn.${name}`, value)
  } catch {
    // A browser that keeps nothing shows the page all the same.
  }
}
