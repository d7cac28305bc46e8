import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorOutcomes } from '../../../src/core/base/error-outcomes.ts'
import { isUserError, messages, UserError } from '../../../src/core/base/errors.ts'

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'errors.md')

/** The rows of the table in docs/reference/errors.md, by cell. */
const documented = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )

describe('the reference of errors', () => {
  it('has one line for each code, in order, with its HTTP status and exit code', () => {
    const codes = Object.keys(messages).sort() as (keyof typeof messages)[]
    const inCode = codes.map(code => [
      `\`${code}\``,
      String(errorOutcomes[code].status),
      String(errorOutcomes[code].exit),
    ])
    const byCode = documented.map(cells => cells.slice(0, 3))
    // The difference of two sets is easier to read.
    expect(byCode.map(([code]) => code).sort()).toEqual(inCode.map(([code]) => code).sort())
    expect([...byCode].sort()).toEqual([...inCode].sort())
  })

  it('describes the cause and the solution of each', () => {
    for (const cells of documented) {
      expect(cells).toHaveLength(5)
      expect(cells[3]).toMatch(/^[A-Z`].*\.$/)
      expect(cells[4]).toMatch(/^[A-Z`].*\.$/)
    }
  })
})

describe('a UserError', () => {
  it('has a message with its parameters', () => {
    const error = new UserError('ADDRESS_TAKEN', { host: 'localhost', port: 8080 })
    expect(error.message).toContain('8080')
    expect(error.message).toContain('localhost')
    expect([error.code, error.parameters]).toEqual(['ADDRESS_TAKEN', { host: 'localhost', port: 8080 }])
  })

  it('needs no parameters for some codes', () => {
    expect(new UserError('STOPPING').message).toBe(messages.STOPPING())
  })

  it('is distinguished from other errors, and by its code', () => {
    expect(isUserError(new UserError('STOPPING'))).toBe(true)
    expect(isUserError(new UserError('STOPPING'), 'STOPPING')).toBe(true)
    expect(isUserError(new UserError('STOPPING'), 'NOT_READY')).toBe(false)
    expect(isUserError(new Error('STOPPING'))).toBe(false)
    expect(isUserError('STOPPING')).toBe(false)
  })

  it('lists the errors of a report as lines', () => {
    const messages = ['ERROR: a is required.', 'ERROR: b is required.']
    expect(new UserError('REPORT_INVALID', { messages }).message).toBe(messages.join('\n'))
  })
})
