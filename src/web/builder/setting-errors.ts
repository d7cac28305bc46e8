import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { type ParameterError, parseParameterError } from '../shell/error-message.ts'
import type { Choices, PageParameter } from '../state/choices.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import { errorRules } from './error-rules.ts'
import { isParameter, labelOf } from './parameter-labels.ts'
import { equalsIgnoringCase } from './report-type.ts'

/** What is missing or wrong in a setting, in the words of the page. */
export interface SettingError extends ParameterError {
  /** The label of the control; `null` if the error is about no setting. */
  readonly label: string | null
  /** The message of the server, if `text` is another one. */
  readonly details: string | null
  /** Whether the setting is not chosen yet, rather than wrong. */
  readonly isMissing: boolean
}

/** Explains the messages of the server about a request. Its messages are for users of the API. */
export function settingErrors(
  messages: readonly string[],
  choices: Choices,
  catalogue: PageCatalogue,
): readonly SettingError[] {
  return messages.map(message => {
    const { parameter, text } = parseParameterError(message)
    if (!isParameter(parameter)) return { parameter: null, label: null, text, details: null, isMissing: false }
    const said = text.startsWith(`${parameter} `) ? text.slice(parameter.length + 1) : text
    const own = pageText(parameter, said, choices, catalogue)
    const label = labelOf(parameter)
    return own === null || own === said
      ? { parameter, label, text: asSentence(said), details: null, isMissing: false }
      : { parameter, label, text: own, details: message, isMissing: false }
  })
}

/** Returns the error in the words of the page; `null` if those of the server are as good. */
function pageText(parameter: PageParameter, message: string, choices: Choices, catalogue: PageCatalogue) {
  // An address can have a name in several spellings.
  const values = Object.entries(choices).flatMap(([name, value]) =>
    equalsIgnoringCase(parameter, name) ? [value] : [],
  )
  if (values.length > 1) return errorTexts.twice
  const text = errorRules[parameter]({ value: values[0], message, choices, catalogue })
  return text ?? (API_WORDS.test(message) ? errorTexts.notPossible : null)
}

/** Returns the text of an error with the label of its setting. */
export function labelledText({ label, text }: SettingError): string {
  return label === null ? text : errorTexts.labelled(label, text)
}

/** Returns a warning of the server about an answer, with the labels of the settings that it names. */
export function warningText(warning: string): string {
  const [, name = '', reason = ''] = /^([a-z]\w*) was ignored: (.*)$/is.exec(warning) ?? []
  if (!isParameter(name)) return warning
  if (reason.startsWith('it has no effect on ')) return errorTexts.notUsed(labelOf(name))
  const named = reason.replaceAll(/\b\w+\b/g, word =>
    API_WORDS.test(word) && isParameter(word) ? errorTexts.quoted(labelOf(word)) : word,
  )
  return errorTexts.notUsed(labelOf(name), named)
}

/** Returns the end of a sentence about a setting as a sentence. */
function asSentence(text: string): string {
  return /^\p{Ll}/u.test(text) ? errorTexts.continued(text) : text
}

/** Names of parameters and of their values, and of parts of JSON. */
const API_WORDS = /\p{Ll}\p{Lu}|customjql|jqlfilter|hhmmss|\bJSON\b|\belement \d/u
