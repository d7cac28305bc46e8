import { getJson } from '../api/client.ts'

/** An error in a query, as far as the page shows it. */
export interface QueryProblem {
  /** A sentence. */
  readonly message: string
  /** Half-open, in UTF-16 code units. */
  readonly span: { readonly start: number; readonly end: number }
}

/** The completions at a position of a query, and the text they replace. */
export interface JqlCompletions {
  readonly replace: { readonly start: number; readonly end: number }
  readonly items: readonly {
    readonly text: string
    readonly kind: 'field' | 'operator' | 'value' | 'function' | 'keyword'
    readonly detail: string
  }[]
}

/** Returns all errors of a query. Throws if the server does not respond. */
export async function findProblems(query: string, signal: AbortSignal): Promise<readonly QueryProblem[]> {
  const answer = await fetch('/api/jql/parse', {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json', 'x-sojourn': 'page' },
    credentials: 'same-origin',
    signal,
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { readonly mistakes: readonly QueryProblem[] }).mistakes
}

/** Returns the completions at a position of a query. Throws as getJson does. */
export function completionsAt(text: string, position: number, signal: AbortSignal): Promise<JqlCompletions> {
  return getJson(`/api/jql/suggest?text=${encodeURIComponent(text)}&position=${position}`, signal)
}
