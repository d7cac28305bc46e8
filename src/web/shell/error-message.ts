import { ApiError } from '../api/client.ts'
import { texts } from '../texts/en.ts'

const { errors } = texts.shell

/** A failed report in words. */
export interface ErrorMessage {
  readonly title: string
  readonly text: string
  readonly canRetry: boolean
}

/** One of the server's messages about a choice. */
export interface ParameterError {
  /** The parameter it is about; `null` where it is about none. */
  readonly parameter: string | null
  readonly text: string
}

/** The mistakes in what was chosen, if that is what is wrong. */
export function validationErrors(error: Error | null): readonly string[] {
  return error instanceof ApiError && error.status === 400 ? error.messages : []
}

/** A message such as `ERROR: columnsBy 'x' is not possible.`, without what only programs need. */
export function parseParameterError(message: string): ParameterError {
  const text = message.replace(/^ERROR:\s*/, '')
  const parameter = /^[a-z]+[A-Za-z]*(?= )/.exec(text)?.[0] ?? null
  // Where a sentence of its own follows, the name is no part of it.
  return { parameter, text: text.replace(/^[a-z]+[A-Za-z]* (?=\p{Lu})/u, '') }
}

/** What is told of an error that no choice has caused. */
export function errorMessage(error: Error): ErrorMessage {
  if (!(error instanceof ApiError)) return { title: errors.unexpected, text: error.message, canRetry: true }
  const title = titlesOfCodes[error.code] ?? titles[error.status] ?? errors.unexpected
  return { title, text: error.message, canRetry: error.status !== 403 }
}

const titlesOfCodes: Readonly<Record<string, string>> = { LIST_TIMEOUT: errors.timeout, SERVER_BUSY: errors.busy }

const titles: Readonly<Record<number, string>> = {
  401: errors.signedOut,
  403: errors.forbidden,
  408: errors.timeout,
  429: errors.tooMany,
  503: errors.unavailable,
}
