import { UserError } from '../../../core/base/errors.ts'
import { type JsonObject, listOf, objectOf } from './json.ts'

/** The file of a list, and the expected format, for error messages. */
export interface ListSource {
  readonly file: string
  readonly expected: string
}

/** Reports an error: a message for a user, without a period. */
export type ReportProblem = (reason: string) => void

/**
 * Reads a list of the tracker: an array, or a page `{"values": [...]}`.
 *
 * Throws UserError IMPORT_LIST_INVALID with all errors that `readElement` reports.
 */
export function readList<T>(
  json: unknown,
  source: ListSource,
  readElement: (element: JsonObject, report: ReportProblem) => T | null,
): readonly T[] {
  const list = listOf(json) ?? listOf(objectOf(json)?.values)
  if (!list) throw new UserError('IMPORT_LIST_INVALID', { ...source, reason: 'this is no list' })
  const problems: string[] = []
  const read = list.map((element, i) => {
    const report: ReportProblem = reason => problems.push(`element ${i + 1} ${reason}`)
    const object = objectOf(element)
    if (object) return readElement(object, report)
    report('is no object')
    return null
  })
  if (problems.length > 0) throw new UserError('IMPORT_LIST_INVALID', { ...source, reason: problems.join('; ') })
  return read.filter(element => element !== null)
}

/** Returns a function that checks the ids of a list. It reports an id that occurred before. */
export function uniqueness(): (id: string, report: ReportProblem) => void {
  const known = new Set<string>()
  return (id, report) => {
    if (known.has(id)) report(`has the id '${id}', as one before it`)
    known.add(id)
  }
}
