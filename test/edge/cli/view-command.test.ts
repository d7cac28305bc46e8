import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { report } from '../../app/views/views-world.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { sample } from '../../support/sampling.ts'
import { commandsOnCopies } from './commands-on-copies.ts'

/** The ids of a saved report of bob, then ann. */
const {
  saved: ids,
  pathOf: file,
  sojourn,
} = commandsOnCopies(async ({ views }) => {
  const saved: string[] = []
  for (const login of ['bob', 'ann']) {
    saved.push((await views.create(report(`Report of ${login}`), { caller: { ...LOCAL_CALLER, login } })).id)
  }
  return saved
})

it('sojourn view list lists the saved reports of all users', async () => {
  const { out } = await sojourn('view', 'list')
  expect(
    out
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/)),
  ).toEqual([
    [ids()[1], 'Report of ann', 'ann', 'private', 'list'],
    [ids()[0], 'Report of bob', 'bob', 'private', 'list'],
  ])
  expect(JSON.parse((await sojourn('view', 'list', '--json')).out)).toHaveLength(2)
})

describe('sojourn view rows', () => {
  const CSV = '"Key","Summary","Open","Doing","Done"\r\n"WEB-3","Issue 3","1","",""\r\n'

  it('writes the rows of the report of any user to the standard output', async () => {
    const { code, out, err } = await sojourn('view', 'rows', ids()[0]!)
    expect([code, err]).toEqual([0, ''])
    expect(out.slice(0, CSV.length)).toBe(CSV)
    expect(out.trimEnd().split('\r\n')).toHaveLength(4)
    const lines = (await sojourn('view', 'rows', ids()[0]!, '--format', 'NDJSON', 'columnNames=id')).out.split('\n')
    expect(JSON.parse(lines[0]!)).toMatchObject({ issuekey: 'WEB-3', 1: 1 })
  })

  itDrawn('writes a file in the format of its extension, or of --format', async () => {
    const made = await sojourn('view', 'rows', ids()[0]!, '-o', file('a.parquet'), 'layout=wide')
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/a\.parquet: 3 issues in 3 rows, [1-9]\d* kB\.\n$/),
    })
    expect(readFileSync(file('a.parquet')).subarray(0, 4).toString()).toBe('PAR1')
    for (const args of sample('formats', [['--format', 'xlsx'], ['format=xlsx']], 1)) {
      expect((await sojourn('view', 'rows', ids()[0]!, '-o', file('b.bin'), ...args)).code).toBe(0)
      expect(readFileSync(file('b.bin')).subarray(0, 2).toString()).toBe('PK')
    }
  })

  it('leaves no file after a mistake', async () => {
    for (const [args, problem] of [
      [['-o', file('c.pdf')], 'The format of'],
      [
        ['--format', 'pdf', '-o', file('c.pdf')],
        "format 'pdf' is not possible. Possible values: csv, ndjson, xlsx, parquet.",
      ],
      [['--format', 'csv', 'projectKey=WEB', '-o', file('c.pdf')], 'projectKey is not a parameter of the rows'],
      [['--format', 'xlsx'], 'Format xlsx is not written to the standard output. Add -o FILE.'],
    ] as const) {
      const { code, out, err } = await sojourn('view', 'rows', ids()[0]!, ...args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(problem)
      expect([existsSync(file('c.pdf')), existsSync(file('c.pdf.part'))]).toEqual([false, false])
    }
    expect(await sojourn('view', 'rows', 'none')).toMatchObject({ out: '', err: expect.stringContaining("id 'none'") })
  })
})

it('sojourn view remove removes a report after a confirmation', async () => {
  expect(await sojourn('view', 'remove', ids()[0]!)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
  expect((await sojourn('view', 'remove', 'none', '--yes')).err).toMatch(/There is no saved report with the id 'none'/)
  expect((await sojourn('view', 'remove', ids()[0]!, '--yes')).out).toBe(
    `Removed saved report Report of bob (id ${ids()[0]}).\n`,
  )
  expect((await sojourn('view', 'list')).out).not.toContain('bob')
})
