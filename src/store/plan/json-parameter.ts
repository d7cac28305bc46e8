import { z } from 'zod'
import type { Steps } from '../../core/base/in-slices.ts'
import { countOf, MAX_COLUMNS, MAX_COMMAS } from './list-limits.ts'
import { MAX_MESSAGES, oneOf, quoted, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'

/**
 * Returns the JSON array of a parameter; empty if it is absent. Records an error for any other value, and for one with
 * more than MAX_COMMAS commas, which is not parsed.
 */
export function* jsonArray<Name extends string>(
  values: RequestValues<Name>,
  name: Name,
  allowed = '',
): Steps<readonly unknown[]> {
  const text = values.text(name)
  if (text === undefined) return []
  const commas = countOf(',', text)
  if (commas > MAX_COMMAS) {
    values.problems.add(name, `has ${commas} commas. Allowed: at most ${MAX_COMMAS}`)
    return []
  }
  yield
  const found = parse(text)
  yield
  if (Array.isArray(found)) return found
  values.problems.add(name, `${quoted(text)} is not a JSON array${allowed}`)
  return []
}

/**
 * Validates the elements of a JSON array with a schema, and returns the valid ones. Without elements it creates no schema, because
 * that takes longer than the rest of a plan.
 *
 * Records every error with the index of its element, up to the limit of errors. Elements beyond `maximum` are not read.
 * Each element is a step. A schema must check each key separately, so that one error does not hide another.
 */
export function* jsonElements<T, Name extends string>(
  values: RequestValues<Name>,
  name: Name,
  array: readonly unknown[],
  createElement: () => z.ZodType<T>,
  maximum = Number.POSITIVE_INFINITY,
): Steps<T[]> {
  if (array.length > maximum) values.problems.add(name, `has ${array.length} elements. Allowed: at most ${maximum}`)
  if (array.length === 0) return []
  const element = createElement()
  const elements: T[] = []
  for (const [index, value] of array.slice(0, maximum).entries()) {
    if (values.problems.isFull(name)) break
    const read = element.safeParse(value)
    if (read.success) elements.push(read.data)
    else for (const text of sentences(read.error.issues, value)) values.problems.add(name, `element ${index}${text}`)
    yield
  }
  return elements
}

/** Returns a schema for a string that `read` resolves. Its error continues a sentence after the string. */
export function resolved<T>(read: (text: string) => T | Unresolved) {
  return z.string().transform((text, context): T => {
    const found = read(text)
    if (!(found instanceof Unresolved)) return found
    context.addIssue({ code: 'custom', message: found.why })
    return z.NEVER
  })
}

/**
 * Returns a schema for a list of strings that `read` resolves.
 *
 * Reports the first MAX_MESSAGES errors and the number of the others. It is read in one slice, so a list of more than
 * MAX_COLUMNS elements is one error.
 */
export function resolvedList<T>(read: (text: string) => T | Unresolved) {
  return z.array(z.unknown()).transform((texts, context): T[] => {
    if (texts.length > MAX_COLUMNS) {
      context.addIssue({ code: 'custom', message: `has ${texts.length} elements. Allowed: at most ${MAX_COLUMNS}` })
      return z.NEVER
    }
    let problems = 0
    const values: T[] = []
    for (const [i, text] of texts.entries()) {
      const found = typeof text === 'string' ? read(text) : new Unresolved(NOT_TEXT)
      if (!(found instanceof Unresolved)) values.push(found)
      else if (++problems <= MAX_MESSAGES) context.addIssue({ code: 'custom', message: found.why, path: [i] })
    }
    if (problems > MAX_MESSAGES) {
      context.addIssue({ code: 'custom', message: `has ${problems - MAX_MESSAGES} more errors` })
    }
    return values
  })
}

const NOT_TEXT = 'is not text in double quotes'

/**
 * Returns a function that accepts distinct names, ignoring case and surrounding spaces. Empty and duplicate names are
 * errors.
 */
export function distinctName(problem: string) {
  const names = new Set<string>()
  return (text: string): string | Unresolved => {
    const name = text.trim()
    if (name === '') return new Unresolved('is empty')
    const isDuplicate = names.has(name.toLowerCase())
    names.add(name.toLowerCase())
    return isDuplicate ? new Unresolved(problem) : name
  }
}

/** Returns a schema for one of several values, ignoring case. */
export function caseInsensitiveEnum<T extends string>(allowed: readonly [T, ...T[]]) {
  return z.preprocess(value => {
    const lower = typeof value === 'string' ? value.trim().toLowerCase() : undefined
    return allowed.find(one => one.toLowerCase() === lower) ?? value
  }, z.enum(allowed))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the errors that zod found in a JSON value: each with its location, the value there, and what is allowed. Begins
 * with `: ` before a location. `known` names the keys of an object for its error about another key.
 */
export function sentences(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  known: (key: string, path: readonly PropertyKey[]) => string = () => '',
): string[] {
  return issues.flatMap(issue => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map(key => `: ${quoted(key)} is not a known key${inside(issue.path)}${known(key, issue.path)}`)
    }
    const got = valueAt(value, issue.path)
    const location = issue.path.length > 0 ? `: ${pathOf(issue.path)}` : ''
    return [got === undefined ? `${location} is missing` : `${location} ${shown(got)} ${expected(issue)}`]
  })
}

/** JSON.parse accepts deeper nesting than JSON.stringify, which is limited by the stack. */
function shown(value: unknown): string {
  try {
    return quoted(typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    return 'what is nested too deeply'
  }
}

function inside(path: readonly PropertyKey[]): string {
  return path.length > 0 ? ` of ${pathOf(path)}` : ''
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i > 0 ? `.${String(key)}` : String(key))).join('')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
}

function expected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `is not possible. Possible values: ${oneOf(issue.values.map(String))}`
  if (issue.code === 'invalid_type' && issue.expected === 'string') return NOT_TEXT
  if (issue.code === 'invalid_type') return `is not ${TYPES[issue.expected] ?? issue.expected}`
  return issue.message
}
