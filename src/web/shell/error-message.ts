import { ApiError, NetworkError } from '../api/client.ts'
import { texts } from '../texts/en.ts'

const { errors } = texts.shell

/** An error for users. */
export interface ErrorMessage {
  readonly title: string
  /** The message of the server. */
  readonly text: string
  /** What to do, if the page can say it better than the message. */
  readonly advice: string | null
  readonly canRetry: boolean
}

/** A message of the server about a parameter. */
export interface ParameterError {
  /** `null` if the message is about no parameter. */
  readonly parameter: string | null
  readonly text: string
}

/** Returns the messages of a validation error; none for other errors. */
export function validationErrors(error: Error | null): readonly string[] {
  const isValidation = error instanceof ApiError && error.status === 400 && !(error.code in titlesOfCodes)
  return isValidation ? error.messages : []
}

/** Parses a message such as `ERROR: columnsBy 'x' is not possible.` */
export function parseParameterError(message: string): ParameterError {
  const text = message.replace(/^ERROR:\s*/, '')
  const parameter = /^[a-z]+[A-Za-z]*(?= )/.exec(text)?.[0] ?? null
  // Before a full sentence, the parameter name is redundant.
  return { parameter, text: text.replace(/^[a-z]+[A-Za-z]* (?=\p{Lu})/u, '') }
}

/** Returns the title and text of an error that is not about parameters. */
export function errorMessage(error: Error): ErrorMessage {
  if (error instanceof NetworkError)
    return { title: texts.shell.connection.lost, text: errors.unreachable, advice: null, canRetry: true }
  if (!(error instanceof ApiError))
    return { title: errors.unexpected, text: error.message, advice: null, canRetry: true }
  const title = titlesOfCodes[error.code] ?? titles[error.status] ?? errors.unexpected
  const advice = adviceOfCodes[error.code] ?? advices[error.status] ?? null
  return { title, text: error.message, advice, canRetry: ![400, 403].includes(error.status) }
}

const titlesOfCodes: Readonly<Record<string, string>> = {
  LIST_TIMEOUT: errors.timeout,
  REPORT_TOO_LARGE: errors.tooLarge,
  SERVER_BUSY: errors.busy,
}

const adviceOfCodes: Readonly<Record<string, string>> = { REPORT_TOO_LARGE: errors.makeSmaller }

const advices: Readonly<Record<number, string>> = { 403: errors.askForAccess, 429: errors.waitForOne }

const titles: Readonly<Record<number, string>> = {
  401: errors.signedOut,
  403: errors.forbidden,
  408: errors.timeout,
  429: errors.tooMany,
  503: errors.unavailable,
}
