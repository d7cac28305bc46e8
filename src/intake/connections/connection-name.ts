/** The allowed names of connections, as the end of a sentence. */
export const NAME_ALLOWED =
  'a letter, then letters, digits and hyphens in lower case, at most 30 characters, such as jira'

/** Returns whether a connection may have this name. It is part of a file name, a variable and an address. */
export function isConnectionName(text: string): boolean {
  return /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/.test(text)
}

/** Returns the environment variable for the token of a connection. */
export function tokenVariable(name: string): string {
  return `SOJOURN_TOKEN_${name.toUpperCase().replaceAll('-', '_')}`
}
