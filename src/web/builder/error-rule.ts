import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'

/** An error of the server about a parameter, with what the page knows about it. */
export interface ServerError {
  /** The value in the address; `undefined` if it is absent. */
  readonly value: string | undefined
  /** The message of the server after the name of the parameter. */
  readonly message: string
  readonly choices: Choices
  readonly catalogue: PageCatalogue
}

/** Returns the error in the words of the page; `null` if it has none. */
export type ErrorRule = (error: ServerError) => string | null
