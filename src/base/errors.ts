// base/ holds the few words that every room shares. It must never know who asks, nor where data live.

import { didYouMean } from './did-you-mean.ts'

/**
 * Every mistake that a caller can mend, by code, with its words.
 *
 * Codes are public: they are added, never renamed or reused (docs/reference/errors.md).
 */
export const messages = {
  ADDRESS_TAKEN: (e: { host: string; port: number }) =>
    `Port ${e.port} on ${e.host} is in use by another program. Choose another one with --port.`,
  DEMO_UNWANTED: (e: { dir: string; issues: number }) =>
    `The store ${e.dir} holds ${e.issues} issues of another tracker. Give the demo a --store of its own.`,
  CALENDAR_BUILT_IN: (e: { id: string }) =>
    `Calendar ${e.id} is the built-in one. Add a calendar of your own, and make it the default with 'sojourn calendar default ID'.`,
  CALENDAR_IN_USE: (e: { id: string }) =>
    `Calendar '${e.id}' is the default one. Make another one the default first, with 'sojourn calendar default ID'.`,
  CALENDAR_INVALID: (e: { file: string; mistakes: readonly string[] }) =>
    `${e.file} is not a calendar:\n${e.mistakes.map(mistake => `- ${mistake}`).join('\n')}`,
  CALENDAR_TAKEN: (e: { id: string }) =>
    `There is a calendar '${e.id}' already. Change it with 'sojourn calendar replace ${e.id} FILE', or choose another --id.`,
  CALENDAR_UNKNOWN: (e: { id: string; near: readonly string[] }) =>
    `There is no calendar '${e.id}'.${didYouMean(e.near)} 'sojourn calendar list' shows all.`,
  COUNTRY_UNKNOWN: (e: { value: string; near: readonly string[] }) =>
    `'${e.value}' is not the code of a country whose holidays are known.${didYouMean(e.near)} Codes are those of ISO 3166, such as DE.`,
  FILE_UNREADABLE: (e: { file: string; reason: string }) => `${e.file}: cannot be read: ${e.reason}.`,
  FILTER_INVALID: (e: { file: string; mistakes: readonly string[] }) =>
    `${e.file} is not a list of saved queries:\n${e.mistakes.map(mistake => `- ${mistake}`).join('\n')}`,
  FILTER_TAKEN: (e: { name: string }) =>
    `There is a saved query '${e.name}' already. Remove it first with 'sojourn filter remove', or choose another name or --id.`,
  FILTER_UNKNOWN: (e: { id: string; near: readonly string[] }) =>
    `There is no saved query '${e.id}'.${didYouMean(e.near)} 'sojourn filter list' shows all.`,
  ICS_INVALID: (e: { file: string; reason: string }) => `${e.file} is not an iCalendar file: ${e.reason}.`,
  IMPORT_INVALID: (e: { file: string; place: string; reason: string }) =>
    `${e.file}: ${e.place}: ${e.reason}. Nothing of this file was kept; --skip-invalid imports the rest of it.`,
  IMPORT_LIST_INVALID: (e: { file: string; expected: string; reason: string }) =>
    `${e.file}: ${e.reason}. Expected ${e.expected}.`,
  IMPORT_STOPPED: () => 'The import was stopped. Nothing of the file it was reading was kept.',
  NOT_READY: () => 'The store does not answer.',
  OPTION_INVALID: (e: { option: string; value: string; allowed: string }) =>
    `${e.option}: '${e.value}' is not allowed. Allowed: ${e.allowed}.`,
  QUERY_INVALID: (e: { mistakes: readonly { readonly message: string; readonly caret: string }[] }) =>
    e.mistakes.map(({ message, caret }) => `${message}\n${caret}`).join('\n'),
  QUERY_TOO_LARGE: () =>
    'This takes more memory than the engine may use. Ask for fewer issues, columns or conditions, or let it have more (SOJOURN_MEMORY_MB).',
  REGION_UNKNOWN: (e: { country: string; value: string; near: readonly string[] }) =>
    `'${e.value}' is not the code of a region of ${e.country} whose holidays are known.${didYouMean(e.near)}`,
  REPORT_INVALID: (e: { messages: readonly string[] }) => e.messages.join('\n'),
  REPORT_KIND_UNKNOWN: (e: { kind: string; near: readonly string[] }) =>
    `There is no report '${e.kind}'.${didYouMean(e.near)} The reports are list and aggregation.`,
  REPORT_ARGUMENT_INVALID: (e: { argument: string }) =>
    `'${e.argument}' is not a parameter. Write parameters as name=value, for example filterType=project.`,
  BODY_TYPE_UNSUPPORTED: (e: { type: string }) =>
    `ERROR: the request body has the content type '${e.type}'. Allowed: application/x-www-form-urlencoded.`,
  BODY_TOO_LARGE: (e: { limit: number }) => `ERROR: the request body is larger than ${e.limit} bytes.`,
  REQUEST_MALFORMED: (e: { reason: string }) => `ERROR: the request cannot be read: ${e.reason}.`,
  REQUEST_HEAD_TOO_LARGE: (e: { limit: number }) =>
    `The address and the headers of the request are larger than ${e.limit} bytes. Send the parameters in the body of a POST.`,
  REQUEST_TOO_SLOW: () => 'The request did not arrive in time.',
  ROUTE_UNKNOWN: (e: { method: string; path: string }) => `There is no ${e.method} ${e.path} here.`,
  METHOD_NOT_ALLOWED: (e: { method: string; allowed: string }) =>
    `${e.method} is not allowed here. Allowed: ${e.allowed}.`,
  SETTINGS_INVALID: (e: { mistakes: readonly string[] }) =>
    `The settings have mistakes:\n${e.mistakes.map(mistake => `- ${mistake}`).join('\n')}`,
  STORE_BUSY: (e: { dir: string; holder: string }) =>
    `The store ${e.dir} is in use by ${e.holder}. Stop that process, or give another --store.`,
  STORE_EMPTY: (e: { dir: string }) =>
    `The store ${e.dir} does not exist yet. Make one with 'sojourn import FILE' or 'sojourn demo'.`,
  STORE_FOREIGN: (e: { dir: string; reason: string }) =>
    `${e.dir} is not a Sojourn store: ${e.reason}. Give another --store.`,
  STORE_NEWER: (e: { dir: string; found: number; known: number }) =>
    `The store ${e.dir} was written by a newer Sojourn (schema ${e.found}; this one knows up to ${e.known}). Update Sojourn, or give another --store.`,
  STORE_OLDER_THAN_MARK: (e: { dir: string; found: number; mark: number }) =>
    `The store ${e.dir} holds batch ${e.found}, but batch ${e.mark} had been acknowledged: it is older than it was. Bring the newest copy of it back, or import again into a fresh --store.`,
  STORE_DAMAGED: (e: { dir: string; reason: string }) =>
    `The store ${e.dir} cannot be opened: ${e.reason}. Restore a copy of it, or import again into a fresh --store.`,
  STORE_FAILED: (e: { reason: string }) =>
    `The store stopped working: ${e.reason}. Free space or memory, then start again; what was acknowledged is kept.`,
  STOPPING: () => 'The server is stopping. Ask again in a moment.',
} as const

/** The name of a mistake that a caller can mend. */
export type ErrorCode = keyof typeof messages

/** What a code needs to be told as a sentence. */
export type ErrorParameters<C extends ErrorCode> = Parameters<(typeof messages)[C]>[0]

/**
 * A mistake the caller can mend, in words that say what to do.
 *
 * Everything else that is thrown is a defect of ours: logged whole, answered without detail.
 */
export class UserError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'UserError'
  readonly code: C
  readonly parameters: ErrorParameters<C>

  constructor(code: C, ...parameters: ErrorParameters<C> extends undefined ? [] : [ErrorParameters<C>]) {
    super((messages[code] as (e: unknown) => string)(parameters[0]))
    this.code = code
    this.parameters = parameters[0] as ErrorParameters<C>
  }
}

/** Whether `error` is a UserError, of one code when it is given. */
export function isUserError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is UserError<C> {
  return error instanceof UserError && (code === undefined || error.code === code)
}
