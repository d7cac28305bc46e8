import { ApiError } from '../api/client.ts'
import { errorMessage } from '../shell/error-message.ts'
import { connectionTexts } from '../texts/connections.ts'
import { capitalize } from '../texts/format.ts'

/** The problems of a form, by field. `other` has those of no field. */
export interface FormProblems {
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly other: readonly string[]
}

/** No problems. */
export const NO_PROBLEMS: FormProblems = { fields: {}, other: [] }

/** Returns the problems in an error of the server. Those of fields that the form does not have are `other`. */
export function problemsIn(error: Error, fields: readonly string[]): FormProblems {
  if (!(error instanceof ApiError)) return { fields: {}, other: [errorMessage(error).text] }
  const own = connectionTexts.errors[error.code]
  const problems: Record<string, string[]> = {}
  const other: string[] = []
  for (const message of error.messages) {
    const [, field = '', text = ''] = /^(\w+)(?:: | is )(.*)$/s.exec(message) ?? []
    const shown = own ?? sentence(text)
    if (fields.includes(field)) problems[field] = [...(problems[field] ?? []), shown]
    else other.push(own ?? message)
  }
  return { fields: problems, other }
}

/** Returns a message without the names of options of commands, with a capital first letter unless that is of an address. */
function sentence(text: string): string {
  const shown = text.replace(/ \(--[\w-]+\)/g, '')
  return /^[a-z]+\b(?!:)/.test(shown) ? capitalize(shown) : shown
}
