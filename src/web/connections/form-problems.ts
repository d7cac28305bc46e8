import { ApiError } from '../api/client.ts'
import { errorMessage } from '../shell/error-message.ts'
import { connectionTexts } from '../texts/connections.ts'
import { capitalize } from '../texts/format.ts'

/** The problems of a form, by field. `other` has those of no field. */
export interface ConnectionProblems {
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly other: readonly string[]
}

/** No problems. */
export const NO_PROBLEMS: ConnectionProblems = { fields: {}, other: [] }

/** Returns the problems in an error of the server. Those of fields that the form does not have are `other`. */
export function problemsIn(error: Error, fields: readonly string[]): ConnectionProblems {
  if (!(error instanceof ApiError)) return { fields: {}, other: [errorMessage(error).text] }
  const own = connectionTexts.errors[error.code]
  const problems: Record<string, string[]> = {}
  const other: string[] = []
  for (const message of error.messages) {
    const [, field = '', text = ''] = /^(\w+)(?:: | (?=is ))(.*)$/s.exec(message) ?? []
    if (fields.includes(field)) problems[field] = [...(problems[field] ?? []), own ?? sentence(field, text)]
    else other.push(own ?? message)
  }
  return { fields: problems, other }
}

/** Returns a message about a field as a sentence, without the names of options of commands and of members of JSON. */
function sentence(field: string, text: string): string {
  const subject = connectionTexts.subjects[field]
  const shown = text
    .replace(/ \(--[\w-]+\)/g, '')
    .replace(/^it is /, 'is ')
    .replace(/^'' is not allowed/, 'is empty')
    .replace(/\ballowHttp\b/, `“${connectionTexts.form.allowHttp}”`)
  if (subject !== undefined && shown.startsWith('is ')) return `${subject} ${shown}`
  // An address stays as it is.
  return /^[a-z]+\b(?!:)/.test(shown) ? capitalize(shown) : shown
}
