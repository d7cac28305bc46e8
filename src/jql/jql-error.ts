import { type JqlCode, type JqlParameters, jqlMessages } from './messages.ts'
import { caretOf, locationsOf, type Span } from './text-location.ts'

/** What is wrong in a query, before it is known in which line. */
export interface FoundMistake {
  readonly code: JqlCode
  /** As a sentence; a mistake of syntax says its place in it. */
  readonly message: string
  readonly span: Span
}

/** One mistake in a query, and where it stands. */
export interface JqlMistake extends FoundMistake {
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

/** What a message shows at most of each thing that it names. Characters. */
const SHOWN = 1_000

/** The words of a mistake. */
export function messageOf<C extends JqlCode>(code: C, parameters: JqlParameters<C>): string {
  const shown = Object.entries(parameters).map(([name, value]) => [name, shortened(value)])
  return (jqlMessages[code] as (e: unknown) => string)(Object.fromEntries(shown))
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > SHOWN ? `${value.slice(0, SHOWN)}...` : value
}

/** The mistakes of a text with their places, in its order. */
export function placed(text: string, mistakes: readonly FoundMistake[]): JqlMistake[] {
  const inOrder = mistakes.toSorted((a, b) => a.span.start - b.span.start)
  const locations = locationsOf(
    text,
    inOrder.map(({ span }) => span.start),
  )
  return inOrder.map((mistake, i) => ({
    ...mistake,
    ...locations[i]!,
    caret: caretOf(text, mistake.span, locations[i]!),
  }))
}

/** A mistake in how a query is written; the message ends in its place unless that is the end of the query. */
export function syntaxMistakeAt<C extends JqlCode>(
  text: string,
  span: Span,
  code: C,
  parameters: JqlParameters<C>,
): JqlMistake {
  const [mistake] = placed(text, [{ code, message: messageOf(code, parameters), span }]) as [JqlMistake]
  if (span.start >= text.length) return mistake
  return { ...mistake, message: `${mistake.message} (line ${mistake.line}, character ${mistake.character})` }
}
