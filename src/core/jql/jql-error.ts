import { type JqlCode, type JqlParameters, jqlMessages } from './messages.ts'
import { caretOf, locationsOf, type Span } from './text-location.ts'

/** An error in a query, without its line. */
export interface FoundProblem {
  readonly code: JqlCode
  /** A sentence; that of a syntax error includes its location. */
  readonly message: string
  readonly span: Span
}

/** One error in a query, with its location. */
export interface JqlProblem extends FoundProblem {
  /** The 1-based line of the start of the span. */
  readonly line: number
  readonly character: number
  /** The line of the query, with carets under the span. */
  readonly caret: string
}

/** The error of an invalid query: all errors found in it, in the order of the text. */
export class JqlError extends Error {
  override readonly name = 'JqlError'
  /** At least one. */
  readonly problems: readonly JqlProblem[]

  constructor(problems: readonly JqlProblem[]) {
    super(problems.map(({ message, caret }) => `${message}\n${caret}`).join('\n'))
    this.problems = problems
  }
}

/** The maximum length of each parameter in a message. Characters. */
const MAX_PARAMETER_LENGTH = 1_000

/** Returns the message of an error. */
export function messageOf<C extends JqlCode>(code: C, parameters: JqlParameters<C>): string {
  const shown = Object.entries(parameters).map(([name, value]) => [name, shortened(value)])
  return (jqlMessages[code] as (e: unknown) => string)(Object.fromEntries(shown))
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_PARAMETER_LENGTH
    ? `${value.slice(0, MAX_PARAMETER_LENGTH)}...`
    : value
}

/** Returns the errors of a text with their locations, in the order of the text. */
export function withLocations(text: string, problems: readonly FoundProblem[]): JqlProblem[] {
  const inOrder = problems.toSorted((a, b) => a.span.start - b.span.start)
  const starts = inOrder.map(({ span }) => span.start)
  const locations = locationsOf(text, starts)
  return inOrder.map((problem, i) => ({
    ...problem,
    ...locations[i]!,
    caret: caretOf(text, problem.span, locations[i]!),
  }))
}

/** Returns a syntax error. Its message ends with the location, unless that is the end of the query. */
export function syntaxProblemAt<C extends JqlCode>(
  text: string,
  span: Span,
  code: C,
  parameters: JqlParameters<C>,
): JqlProblem {
  const [problem] = withLocations(text, [{ code, message: messageOf(code, parameters), span }]) as [JqlProblem]
  if (span.start >= text.length) return problem
  return { ...problem, message: `${problem.message} (line ${problem.line}, character ${problem.character})` }
}
