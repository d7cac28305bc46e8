import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { importJira } from '../support/import-jira.ts'
import { collectReport } from '../support/run-reports.ts'

const STATUSES = ['Open', 'Doing', 'Done', 'Waiting']

/** The contents of a store: `batch` is its number of imports, `content` differs if anything else does. */
export interface StoreContents {
  readonly batch: number
  readonly issues: number
  readonly content: string
}

/** Three exports with common issues, a store with the first one, and the contents of stores after each of them. */
export interface Trial {
  readonly files: { readonly a: string; readonly b: string; readonly c: string }
  /** Closed stores, which must not be changed. */
  readonly stores: { readonly a: string; readonly abc: string }
  readonly contents: {
    readonly empty: StoreContents
    readonly a: StoreContents
    readonly ab: StoreContents
    readonly abc: StoreContents
  }
}

const shared = new Map<number, Promise<Trial>>()

/** Returns the trial with exports of this many issues. The files of a run share it. */
export function sharedTrial(size: number): Promise<Trial> {
  const trial = shared.get(size) ?? makeTrial(mkdtempSync(join(inject('sharedFolder'), 'trial-')), size)
  shared.set(size, trial)
  return trial
}

async function makeTrial(folder: string, size: number): Promise<Trial> {
  const path = (name: string) => join(folder, name)
  const files = { a: path('a.jsonl'), b: path('b.jsonl'), c: path('c.jsonl') }
  writeFileSync(files.a, exported(0, size, 'first'))
  writeFileSync(files.b, exported(size / 2, size * 1.5, 'second'))
  writeFileSync(files.c, exported(size, size * 2, 'third'))
  const stores = { empty: path('store-empty'), a: path('store-a'), ab: path('store-ab'), abc: path('store-abc') }
  const contents = {
    empty: await filled(stores.empty, []),
    a: await filled(stores.a, [files.a]),
    ab: await filled(stores.ab, [files.a, files.b]),
    abc: await filled(stores.abc, [files.a, files.b, files.c]),
  }
  return { files, stores, contents }
}

async function filled(dir: string, files: readonly string[]): Promise<StoreContents> {
  const store = await openStore(dir, { create: true })
  for (const file of files) await importJira(store, file)
  const holding = await contentsOf(store)
  await store.close()
  return holding
}

function exported(from: number, to: number, args: string): string {
  const numbers = Array.from({ length: Math.floor(to) - Math.floor(from) }, (_, i) => Math.floor(from) + i + 1)
  return numbers.map(number => exportedIssue(number, args)).join('\n')
}

function exportedIssue(number: number, args: string): string {
  const moves = (number % 5) + args.length
  const status = (move: number) => ({ id: String(move % 4), name: STATUSES[move % 4]! })
  const person = (move: number) => `user${(number + move) % 7}`
  return JSON.stringify({
    id: String(1000 + number),
    key: `WEB-${number}`,
    fields: {
      summary: `The ${args} issue ${number}`,
      description: `It was ${args} told of on day ${number % 30}`,
      project: { id: '10', key: 'WEB', name: 'Web Shop' },
      status: status(moves),
      assignee: { name: person(moves), displayName: person(moves) },
      created: '2024-03-01T00:00:00.000+0000',
    },
    changelog: {
      histories: Array.from({ length: moves }, (_, move) => ({
        id: `${number}0${move}`,
        created: new Date(Date.UTC(2024, 2, 2, move, number % 60)).toISOString().replace('Z', '+0000'),
        items: [
          {
            field: 'status',
            from: status(move).id,
            fromString: status(move).name,
            to: status(move + 1).id,
            toString: status(move + 1).name,
          },
          {
            field: 'assignee',
            from: person(move),
            fromString: person(move),
            to: person(move + 1),
            toString: person(move + 1),
          },
        ],
      })),
    },
  })
}

/** Returns the contents of the store in `dir`. Reads a copy, so that the store stays as a fault left it. */
export async function contentsIn(dir: string): Promise<StoreContents> {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-looked-at-'))
  const copy = join(folder, 'store')
  try {
    cpSync(dir, copy, { recursive: true, filter: source => !source.endsWith('.control') })
    const store = await openStore(copy, { create: false })
    return await contentsOf(store).finally(() => store.close())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns whether there is a store in `dir`, intact or not. */
export function isStore(dir: string): boolean {
  return existsSync(join(dir, 'sojourn.duckdb'))
}

/**
 * Returns the row counts and sums of every table, without what depends on the order or the time of imports; and a
 * report.
 */
async function contentsOf(store: Store): Promise<StoreContents> {
  const number = async (text: string) => Number((await store.query(plain(`select ${text} as n`)))[0]!.n)
  const sums = await Promise.all(
    SUMS.map(async text => JSON.stringify(Object.values((await store.query(plain(text)))[0]!).map(String))),
  )
  const issues = await number('(select count(*) from issue)')
  const report = issues === 0 ? null : await collectReport(store, 'list', REPORT)
  return {
    batch: await number('(select batch from store_info)'),
    issues,
    content: [...sums, JSON.stringify(report, (_, cell) => (typeof cell === 'bigint' ? String(cell) : cell))].join(
      '\n',
    ),
  }
}

const REPORT = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&asOf=2024-04-01'

const hashed = (columns: string) => `sum(hash(${columns}) % 1000000007) as sum`

const SUMS = [
  `select count(*) as rows, ${hashed('key, ref, number, summary, status_id, assignee_id, created_ms, updated_ms')} from issue`,
  `select count(*) as rows, ${hashed('i.key, seq, at_ms, entry, author_id, field_id, from_id, to_id')}
   from change join issue i on i.id = issue_id`,
  `select count(*) as rows, sum(left_ms - entered_ms) as length, ${hashed('i.key, field_id, seq, value_id, value, entered_ms, left_ms, visit_number')}
   from stay join issue i on i.id = issue_id`,
  `select count(*) as rows, sum(left_ms - entered_ms) as length, ${hashed('i.key, seq, h.status_id, h.assignee_id, entered_ms, left_ms')}
   from status_assignment h join issue i on i.id = issue_id`,
  `select count(*) as rows, ${hashed('i.key, t.word, field_id, pos')}
   from posting join issue i on i.id = issue_id join term t on t.id = term_id`,
  `select (select count(*) from change) as changes, (select count(*) from stay) as stays,
          (select count(*) from status_assignment) as assignments, (select count(*) from posting) as postings`,
  `select count(*) as statuses, (select count(*) from person) as people, (select count(*) from project) as projects from status`,
  `select count(*) as rows, ${hashed('name, jql')} from saved_query`,
  `select count(*) - (select batch from store_info) as unlisted from batch`,
]
