import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../src/core/base/in-slices.ts'
import { bindJql } from '../../src/core/jql/bind-jql.ts'
import { JqlError } from '../../src/core/jql/jql-error.ts'
import { parseJql } from '../../src/core/jql/parse-jql.ts'
import { printJql } from '../../src/core/jql/print-jql.ts'
import { sampleContext, withoutLocations } from '../core/jql/sample.ts'
import { corpusDifferences } from './corpus-differences.ts'

/**
 * The queries from real trackers are in a folder next to the project, or in that of the variable; most checkouts have
 * none.
 */
const folder = process.env.SOJOURN_JQL_CORPUS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'jql')

function linesOf(name: string): string[] {
  const file = join(folder, name)
  return folder !== '' && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
    : []
}

const valid = linesOf('corpus.txt')
const invalid = linesOf('invalid.txt').map(line => {
  const [query, , message] = line.split('\t') as [string, string, string]
  // A note may follow the message.
  return { query, expected: message.replace(/ \((?!line|path).*\)$/, '') }
})

describe.skipIf(valid.length === 0)('queries from real trackers', () => {
  it.each(valid)('are parsed and printed: %s', query => {
    const tree = parseJql(query)
    expect(withoutLocations(parseJql(printJql(tree)))).toEqual(withoutLocations(tree))
  })

  it('are bound, or rejected with a message for each error', () => {
    for (const query of valid) {
      try {
        atOnce(bindJql(parseJql(query), sampleContext))
      } catch (error) {
        if (!(error instanceof JqlError)) throw error
        expect(
          error.problems.every(({ message }) => /^[A-Z]/.test(message)),
          error.message,
        ).toBe(true)
      }
    }
  })
})

const SENTENCE = /^(Error in |The |A |An |Field |Operator |Unable |Function |Date |Not |History )/

describe.skipIf(invalid.length === 0)('queries that trackers reject', () => {
  it.each(invalid)('are rejected: $query', ({ query, expected }) => {
    const messages = messagesOf(query)
    if (corpusDifferences.has(query)) {
      // An obsolete entry fails here.
      expect(messages.some(message => message.startsWith(expected))).toBe(false)
      return
    }
    expect(messages).not.toEqual([])
    const isQuoted = SENTENCE.test(expected) && /[.)]$/.test(expected) && !expected.includes("'...'")
    if (isQuoted) expect(messages.map(message => message.slice(0, expected.length))).toContain(expected)
  })
})

function messagesOf(query: string): string[] {
  try {
    atOnce(bindJql(parseJql(query), sampleContext))
    return []
  } catch (error) {
    if (error instanceof JqlError) return error.problems.map(({ message }) => message)
    throw error
  }
}
