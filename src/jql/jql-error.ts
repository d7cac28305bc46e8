import { type JqlCode, type JqlParameters, jqlMessages } from './messages.ts'
import { caretOf, placeOf, type Span } from './place.ts'

/** One mistake in a query, and where it stands. */
export interface JqlMistake {
  readonly code: JqlCode
  /** What is wrong, as a sentence; a mistake of syntax says its place in it. */
  readonly message: string
  readonly span: Span
  /** Of the span's start, from 1. */
  readonly line: number
  readonly character: number
  /** The line of the query, and below it carets under the span. */
  readonly caret: string
}

/** A query that cannot be used: all the mistakes that were found, in the order of the text. */
export class JqlError extends Error {
  override readonly name = 'JqlError'
  /** At least one. */
  readonly mistakes: readonly JqlMistake[]

  constructor(mistakes: readonly JqlMistake[]) {
    super(mistakes.map(({ message, caret }) => `${message}\n${caret}`).join('\n'))
    this.mistakes = mistakes
  }
}

/** A mistake in what a query means. */
export function mistakeAt<C extends JqlCode>(
  text: string,
  span: Span,
  code: C,
  parameters: JqlParameters<C>,
): JqlMistake {
  const message = (jqlMessages[code] as (e: JqlParameters<C>) => string)(parameters)
  return { code, message, span, ...placeOf(text, span.start), caret: caretOf(text, span) }
}

/** A mistake in how a query is written; the message ends in its place unless that is the end of the query. */
export function syntaxMistakeAt<C extends JqlCode>(
  text: string,
  span: Span,
  code: C,
  parameters: JqlParameters<C>,
): JqlMistake {
  const mistake = mistakeAt(text, span, code, parameters)
  if (span.start >= text.length) return mistake
  return { ...mistake, message: `${mistake.message} (line ${mistake.line}, character ${mistake.character})` }
}
