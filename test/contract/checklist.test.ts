import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractChecklist, testedClauses } from '../../scripts/contract-checklist.ts'
import { parameters } from '../../src/store/plan/parameters.ts'
import { clauses } from './clauses.ts'

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'contract.md')

const titleOf = ({ section, name }: { readonly section: string; readonly name: string }) => `${section} ${name}`

describe('the contract as a checklist', () => {
  const tested = testedClauses()

  it('every clause has a test, unless it is a remark', () => {
    const found = new Set(tested.filter(({ tests }) => tests.length > 0).map(titleOf))
    expect(clauses.filter(clause => !clause.remark && !found.has(titleOf(clause))).map(titleOf)).toEqual([])
  })

  it('every test belongs to a clause', () => {
    const known = new Set(clauses.map(titleOf))
    expect(tested.map(titleOf).filter(title => !known.has(title))).toEqual([])
  })

  it('no clause is duplicated', () => {
    expect(new Set(clauses.map(titleOf)).size).toBe(clauses.length)
  })

  it('every parameter that is read has a clause', () => {
    const known = new Set(
      clauses.filter(({ section }) => ['§2.1', 'General'].includes(section)).map(({ name }) => name),
    )
    expect(parameters.map(({ name }) => name).filter(name => !known.has(name))).toEqual([])
  })

  it('docs/contract.md is up to date', () => {
    const text = contractChecklist()
    if (process.env.UPDATE_GOLDEN) writeFileSync(DOCUMENT, text)
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(text)
  })
})
