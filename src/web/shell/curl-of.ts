import type { Choices } from '../state/choices.ts'

/**
 * The command that asks for a report, for any POSIX shell.
 *
 * Where people sign in it takes a token from the environment: no command that is copied about should have one in it.
 */
export function curlOf(url: string, parameters: Choices, { withToken }: { readonly withToken: boolean }): string {
  return [
    `curl --silent --show-error ${inShell(url)}`,
    ...(withToken ? ['--header "Authorization: Bearer $SOJOURN_TOKEN"'] : []),
    ...Object.entries(parameters).map(([name, value]) => `--data-urlencode ${inShell(`${name}=${value}`)}`),
  ].join(' \\\n  ')
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
