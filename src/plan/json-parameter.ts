import { z } from 'zod'
import { MOST_TOLD, oneOf, quoted, Unresolved } from './mistakes.ts'
import type { ParameterName } from './parameters.ts'
import type { RequestValues } from './request-values.ts'

/** The most elements of a JSON parameter (contract §8). */
export const MOST_ELEMENTS = 10

/** The JSON array that a parameter holds; empty when it is absent, and when it holds none, which is noted. */
export function jsonArray(values: RequestValues, name: ParameterName): readonly unknown[] {
  const text = values.text(name)
  if (text === undefined) return []
  const found = parse(text)
  if (Array.isArray(found)) return found
  values.mistakes.add(name, `${quoted(text)} is not a JSON array`)
  return []
}

/**
 * Reads the elements of a JSON array, and returns those that a schema of one element accepts.
 *
 * Every mistake is noted with the index of its element: unknown and missing keys, wrong types, values without a meaning,
 * too many elements, of which those beyond are not read. A schema checks each key of an element by itself, so that a
 * mistake in one key does not hide that of another.
 */
export function jsonElements<T>(
  values: RequestValues,
  name: ParameterName,
  array: readonly unknown[],
  element: z.ZodType<T>,
  most = Number.POSITIVE_INFINITY,
): T[] {
  if (array.length > most) values.mistakes.add(name, `has ${array.length} elements. Allowed: at most ${most}`)
  return array.slice(0, most).flatMap((value, index) => {
    if (values.mistakes.isFull(name)) return []
    const read = element.safeParse(value)
    if (read.success) return [read.data]
    for (const text of sentences(read.error.issues, value)) values.mistakes.add(name, `element ${index}${text}`)
    return []
  })
}

/** A text of an element for which `read` gives a value, or what is wrong with the text: the rest of a sentence. */
export function resolved<T>(read: (text: string) => T | Unresolved) {
  return z.string().transform((text, context): T => {
    const found = read(text)
    if (!(found instanceof Unresolved)) return found
    context.addIssue({ code: 'custom', message: found.why })
    return z.NEVER
  })
}

/**
 * A list of texts for each of which `read` gives a value.
 *
 * Of its mistakes the first MOST_TOLD are noted, and how many more there are: a list may have a million elements.
 */
export function resolvedList<T>(read: (text: string) => T | Unresolved) {
  return z.array(z.unknown()).transform((texts, context): T[] => {
    let mistakes = 0
    const values: T[] = []
    for (const [i, text] of texts.entries()) {
      const found = typeof text === 'string' ? read(text) : new Unresolved(NOT_TEXT)
      if (!(found instanceof Unresolved)) values.push(found)
      else if (++mistakes <= MOST_TOLD) context.addIssue({ code: 'custom', message: found.why, path: [i] })
    }
    if (mistakes > MOST_TOLD) {
      context.addIssue({ code: 'custom', message: `has ${mistakes - MOST_TOLD} more mistakes` })
    }
    return values
  })
}

const NOT_TEXT = 'is not text in double quotes'

/** Reads names that differ, without regard to case and to blanks around them: an empty or a second one is a mistake. */
export function distinctName(mistake: string) {
  const seen = new Set<string>()
  return (text: string): string | Unresolved => {
    const name = text.trim()
    if (name === '') return new Unresolved('is empty')
    const isSecond = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isSecond ? new Unresolved(mistake) : name
  }
}

/** One of some words, matched without regard to case (semantics of enum values). */
export function caseInsensitiveEnum<T extends string>(words: readonly [T, ...T[]]) {
  return z.preprocess(value => {
    const lower = typeof value === 'string' ? value.trim().toLowerCase() : undefined
    return words.find(caseInsensitiveEnum => caseInsensitiveEnum.toLowerCase() === lower) ?? value
  }, z.enum(words))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sentences(issues: readonly z.core.$ZodIssue[], value: unknown): string[] {
  return issues.flatMap(issue => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map(key => `: ${quoted(key)} is not a known key${inside(issue.path)}`)
    }
    const got = valueAt(value, issue.path)
    const location = issue.path.length > 0 ? `: ${pathOf(issue.path)}` : ''
    return [got === undefined ? `${location} is missing` : `${location} ${shown(got)} ${expected(issue)}`]
  })
}

/** Parsing nests as deeply as it has to, writing only as deeply as the stack lets it. */
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
