/** Reads a preference of this browser; `null` if it is not set or storage is blocked. */
export function readPreference(name: string): string | null {
  try {
    return window.localStorage.getItem(`sojourn.${name}`)
  } catch {
    return null
  }
}

/** Saves a preference in this browser, if storage is allowed. */
export function savePreference(name: string, value: string): void {
  try {
    window.localStorage.setItem(`sojourn.${name}`, value)
  } catch {
    // The page works without storage.
  }
}
