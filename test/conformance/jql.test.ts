import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shapeProblem } from '../../src/core/jql/check/shape-problem.ts'
import { JqlError } from '../../src/core/jql/jql-error.ts'
import { parseJql } from '../../src/core/jql/parse-jql.ts'
import { printJql } from '../../src/core/jql/print-jql.ts'
import type { JqlClause } from '../../src/core/jql/query-tree.ts'
import { withoutLocations } from '../core/jql/sample.ts'
import { knownDifferences } from './known-differences.ts'

/** The suite of the open JQL parser (Apache-2.0), a development dependency. */
interface Suite {
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
}

function readSuite(): Suite | null {
  const folder = suiteFolder()
  if (folder === null) return null
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  const parts = files.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Suite)
  return { valid: parts.flatMap(({ valid }) => valid), invalid: parts.flatMap(({ invalid }) => invalid) }
}

function suiteFolder(): string | null {
  for (const from of createRequire(import.meta.url).resolve.paths('@atlaskit/jql-parser') ?? []) {
    const folder = join(from, '@atlaskit/jql-parser/test-utils/data')
    if (existsSync(folder)) return folder
  }
  return null
}

function isRead(query: string): boolean {
  try {
    parseJql(query)
    return true
  } catch (error) {
    if (error instanceof JqlError) return false
    throw error
  }
}

function hasShapeError(clause: JqlClause | null): boolean {
  if (clause === null) return false
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.some(hasShapeError)
  return clause.kind === 'not' ? hasShapeError(clause.clause) : shapeProblem(clause) !== null
}

const suite = readSuite()
const different = new Set(knownDifferences.flatMap(({ queries }) => queries))

describe.skipIf(suite === null)('the conformance suite of JQL', () => {
  const { valid, invalid } = suite ?? { valid: [], invalid: [] }

  it('is complete', () => {
    expect({ valid: valid.length, invalid: invalid.length }).toEqual({ valid: 242, invalid: 430 })
  })

  it('has no valid query that is rejected', () => {
    expect(valid.filter(query => !isRead(query))).toEqual([])
  })

  it('has no valid query with rejected operands', () => {
    expect(valid.filter(query => hasShapeError(parseJql(query).where))).toEqual([])
  })

  it('has no valid query that is printed as a different one', () => {
    const changed = valid.filter(query => {
      const tree = parseJql(query)
      return JSON.stringify(withoutLocations(parseJql(printJql(tree)))) !== JSON.stringify(withoutLocations(tree))
    })
    expect(changed).toEqual([])
  })

  it('has no invalid query that is accepted, except the known differences', () => {
    expect(invalid.filter(query => isRead(query) && !different.has(query))).toEqual([])
  })

  it('has each known difference, and it still differs', () => {
    const unknown = [...different].filter(query => !invalid.includes(query))
    const obsolete = [...different].filter(query => !isRead(query))
    expect({ unknown, obsolete }).toEqual({ unknown: [], obsolete: [] })
  })
})

describe('the known differences', () => {
  it('are rejected when the query is bound, whatever the tracker has', () => {
    expect(different.size).toBe(48)
    expect([...different].filter(query => !hasShapeError(parseJql(query).where))).toEqual([])
  })
})
