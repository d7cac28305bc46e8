import type { TextQuery } from './text-query.ts'

/** Returns a description of a text search. */
export function explainText(query: TextQuery): string {
  switch (query.kind) {
    case 'word':
      return query.stem === query.word ? `'${query.word}'` : `'${query.word}' (as '${query.stem}...')`
    case 'phrase':
      return `"${query.words.join(' ')}"${query.slop === 0 ? '' : ` within ${query.slop}`}`
    case 'wildcard':
      return query.pattern
    case 'fuzzy':
      return `about '${query.word}'`
    case 'not':
      return `not ${explainText(query.query)}`
    case 'and':
    case 'or':
      return `(${query.queries.map(explainText).join(` ${query.kind} `)})`
  }
}
