import { z } from 'zod'
import { quoted } from './mistakes.ts'
import type { ParameterName } from './parameters.ts'
import type { RequestValues } from './request-values.ts'

/** The most elements of a JSON parameter (contract §8). */
export const MOST_ELEMENTS = 10

/** An element of a JSON parameter, and its place in the array. */
export interface JsonElement<T> {
  readonly index: number
  readonly value: T
}

/**
 * The elements of a parameter that is a JSON array, those that a schema of one element accepts; none when it is absent.
 *
 * Every mistake is noted with the index of its element: what is not JSON or no array, unknown and missing keys, wrong
 * types, too many elements, of which those beyond are not read. What is right of the rest is returned, so that its own
 * mistakes can be told as well.
 */
export function jsonElements<T>(
  values: RequestValues,
  name: ParameterName,
  element: z.ZodType<T>,
  most = Number.POSITIVE_INFINITY,
): JsonElement<T>[] {
  const text = values.text(name)
  if (text === undefined) return []
  const found = parse(text)
  if (!Array.isArray(found)) {
    values.mistakes.add(name, `${quoted(text)} is not a JSON array`)
    return []
  }
  if (found.length > most) values.mistakes.add(name, `has ${found.length} elements. Allowed: at most ${most}`)
  return found.slice(0, most).flatMap((value, index) => {
    if (values.mistakes.isFull(name)) return []
    const read = element.safeParse(value)
    if (read.success) return [{ index, value: read.data }]
    for (const text of sentences(read.error.issues, value)) values.mistakes.add(name, `element ${index}${text}`)
    return []
  })
}

/** One of some words, matched without regard to case (semantics of enum values). */
export function word<T extends string>(words: readonly [T, ...T[]]) {
  return z.preprocess(value => {
    const lower = typeof value === 'string' ? value.trim().toLowerCase() : undefined
    return words.find(word => word.toLowerCase() === lower) ?? value
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
    const place = issue.path.length > 0 ? `: ${pathOf(issue.path)}` : ''
    return [got === undefined ? `${place} is missing` : `${place} ${shown(got)} ${expected(issue)}`]
  })
}

/** Parsing nests as deeply as it has to, writing only as deeply as the stack lets it. */
function shown(value: unknown): string {
  try {
    return quoted(JSON.stringify(value))
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

const TYPES: Readonly<Record<string, string>> = { string: 'text', array: 'an array', object: 'an object' }

function expected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `is not possible. Possible values: ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `is not ${TYPES[issue.expected] ?? issue.expected}`
  return issue.message
}
