import { UserError } from '../../base/errors.ts'
import { type JsonObject, listOf, objectOf } from './json.ts'

/** What a list is read from, and what it should be, in words for a user. */
export interface ListSource {
  readonly file: string
  readonly expected: string
}

/** Takes note of a mistake: words for a user, without a full stop. */
export type ReportMistake = (reason: string) => void

/**
 * Reads a list of the tracker: an array, or a page of one, `{"values": [...]}`.
 *
 * Throws UserError IMPORT_LIST_INVALID that names all mistakes, when `readElement` reproaches any.
 */
export function readList<T>(
  json: unknown,
  source: ListSource,
  readElement: (element: JsonObject, report: ReportMistake) => T | null,
): readonly T[] {
  const list = listOf(json) ?? listOf(objectOf(json)?.values)
  if (!list) throw new UserError('IMPORT_LIST_INVALID', { ...source, reason: 'this is no list' })
  const mistakes: string[] = []
  const read = list.map((element, i) => {
    const report: ReportMistake = reason => mistakes.push(`element ${i + 1} ${reason}`)
    const object = objectOf(element)
    if (object) return readElement(object, report)
    report('is no object')
    return null
  })
  if (mistakes.length > 0) throw new UserError('IMPORT_LIST_INVALID', { ...source, reason: mistakes.join('; ') })
  return read.filter(element => element !== null)
}

/** A check that the ids of a list differ: reproaches the second element that has the same one. */
export function uniqueness(): (id: string, report: ReportMistake) => void {
  const known = new Set<string>()
  return (id, report) => {
    if (known.has(id)) report(`has the id '${id}', as one before it`)
    known.add(id)
  }
}
