import { getJson } from '../api/client.ts'

/** A mistake in a query, as far as it is shown. */
export interface JqlMistake {
  /** As a sentence. */
  readonly message: string
  /** Half-open, in UTF-16 units. */
  readonly span: { readonly start: number; readonly end: number }
}

/** What can be written at a place of a query, and the text that it takes the place of. */
export interface JqlCompletions {
  readonly replace: { readonly start: number; readonly end: number }
  readonly items: readonly {
    readonly text: string
    readonly kind: 'field' | 'operator' | 'value' | 'function' | 'keyword'
    readonly detail: string
  }[]
}

/** All mistakes of a query. Throws where the server cannot say. */
export async function findMistakes(query: string, signal: AbortSignal): Promise<readonly JqlMistake[]> {
  const answer = await fetch('/api/jql/parse', {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json', 'x-sojourn': 'page' },
    credentials: 'same-origin',
    signal,
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { readonly mistakes: readonly JqlMistake[] }).mistakes
}

/** What can stand at a position of a query. Throws as getJson does. */
export function completionsAt(text: string, position: number, signal: AbortSignal): Promise<JqlCompletions> {
  return getJson(`/api/jql/suggest?text=${encodeURIComponent(text)}&position=${position}`, signal)
}
