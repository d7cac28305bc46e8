import type { Choices } from '../state/choices.ts'

/**
 * Returns a curl command for a report, for any POSIX shell.
 *
 * With sign-in, it reads a token from the environment: a copied command must not contain one.
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
