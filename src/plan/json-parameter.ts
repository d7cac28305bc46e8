import type { z } from 'zod'
import { quoted } from './mistakes.ts'
import type { ParameterName } from './parameters.ts'
import type { RequestValues } from './request-values.ts'

/** The most elements of a JSON parameter (contract §8). */
export const MOST_ELEMENTS = 10

/**
 * The elements of a parameter that is a JSON array, checked against a schema of one element; empty when it is absent.
 *
 * Every mistake is noted with the index of its element: what is not JSON or no array, unknown and missing keys, wrong
 * types, too many elements. Then nothing is returned.
 */
export function jsonElements<T>(
  values: RequestValues,
  name: ParameterName,
  element: z.ZodType<T>,
  most = Number.POSITIVE_INFINITY,
): T[] {
  const text = values.text(name)
  if (text === undefined) return []
  const found = parse(text)
  if (!Array.isArray(found)) {
    values.mistakes.add(name, `${quoted(text)} is not a JSON array`)
    return []
  }
  if (found.length > most) values.mistakes.add(name, `has ${found.length} elements. Allowed: at most ${most}`)
  const elements: T[] = []
  found.forEach((value, index) => {
    const read = element.safeParse(value)
    if (read.success) elements.push(read.data)
    else for (const text of sentences(read.error.issues, value)) values.mistakes.add(name, `element ${index}${text}`)
  })
  return values.mistakes.has(name) ? [] : elements
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
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => `: ${quoted(key)} is not a known key${at(issue.path)}`)
    const got = valueAt(value, issue.path)
    const place = issue.path.length > 0 ? `: ${pathOf(issue.path)}` : ''
    if (got === undefined) return [`${place} is missing`]
    return [`${place} ${quoted(JSON.stringify(got))} ${expected(issue)}`]
  })
}

function at(path: readonly PropertyKey[]): string {
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
