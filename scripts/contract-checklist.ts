// Writes docs/contract.md: the clauses of test/contract/clauses.ts and the tests that name them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clause, clauses } from '../test/contract/clauses.ts'

const TESTS = join(import.meta.dirname, '..', 'test', 'contract')

/** The tests of one `clause(...)` call, as written in its file. */
export interface TestedClause {
  readonly section: string
  readonly name: string
  readonly file: string
  readonly tests: readonly string[]
}

const CLAUSE = /^clause\(\s*('[^']*'|"[^"]*"),\s*('[^']*'|"[^"]*")/gm

/** Matches a test, parameterized or not, with its title in any of the three kinds of quotes. */
const TEST =
  /\b(it|it\.todo|inBoth|notYet|testKey)(?:\.each\([\s\S]*?\))?\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g

/** Matches a placeholder for a parameter in a title. */
const PLACEHOLDER = /%s|\$\{[^}]*\}|\$\w+/g

/**
 * Returns the clauses that the tests in test/contract/ name, with their tests. Calls of `clause` are at the start of a
 * line.
 */
export function testedClauses(): TestedClause[] {
  const files = readdirSync(TESTS).filter(name => name.endsWith('.test.ts') && name !== 'checklist.test.ts')
  return files.sort().flatMap(file => clausesIn(file, readFileSync(join(TESTS, file), 'utf8')))
}

function clausesIn(file: string, text: string): TestedClause[] {
  const calls = [...text.matchAll(CLAUSE)]
  return calls.map((call, i) => {
    const body = text.slice(call.index, calls[i + 1]?.index)
    return { section: unquoted(call[1]!), name: unquoted(call[2]!), file, tests: testsIn(body) }
  })
}

function testsIn(body: string): string[] {
  return [...body.matchAll(TEST)].map(([, kind, name]) => {
    const title = unquoted(name!).replace(PLACEHOLDER, '…')
    return kind === 'notYet' || kind === 'it.todo' ? `${title} (not yet)` : title
  })
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/g, '$1')
}

/** Returns the text of docs/contract.md: each clause with its tests. */
export function contractChecklist(): string {
  const tested = testedClauses()
  const sections = [...new Set(clauses.map(({ section }) => section))]
  const parts = sections.map(section => {
    const rows = clauses.filter(clause => clause.section === section).map(clause => rowOf(clause, tested))
    return [`## ${section}`, '', '| clause | rule | tests |', '|---|---|---|', ...rows].join('\n')
  })
  return `${[HEAD, ...parts].join('\n\n')}\n`
}

const HEAD = `# The contract as a checklist

Every clause of the report service's contract, by section and in our words, with the tests that check it (\`test/contract/\`).
"General" clauses apply to all parameters. A test marked "not yet" covers something that is not implemented; it fails the run
as soon as it passes.

Generated from \`test/contract/\` by \`scripts/contract-checklist.ts\`. To update it, run
\`UPDATE_GOLDEN=1 npx vitest run test/contract/checklist.test.ts\`.`

function rowOf({ section, name, rule, remark }: Clause, tested: readonly TestedClause[]): string {
  const own = tested.filter(one => one.section === section && one.name === name)
  const tests = own.flatMap(({ file, tests }) => [`\`${file}\``, ...tests.map(test => `- ${test}`)])
  return `| ${[name, rule, remark ?? tests.join('<br>')].map(inCell).join(' | ')} |`
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
