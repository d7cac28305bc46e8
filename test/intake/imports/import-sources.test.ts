import { describe, expect, it } from 'vitest'
import { importSources } from '../../../src/intake/imports/import-sources.ts'
import { trackerFacts } from '../../../src/intake/imports/tracker-facts.ts'
import type { Source } from '../../../src/intake/source/source.ts'
import { sources } from '../../../src/intake/source/sources.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { fileOf, LISTS, NOW, smallTracker } from '../../edge/http/small-tracker.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore, temporaryStore } from '../../support/temporary-store.ts'
import { type Board, boardSources } from '../source/board/board-source.ts'

const DAY = 86_400_000

function newBoard(more: Partial<Board> = {}): Board {
  const cards = [
    { id: 'a7', number: 1, moves: [['later', NOW - 3 * DAY], ['now', NOW - 2 * DAY]] as const },
    { id: 'b8', number: 2, moves: [['later', NOW - DAY]] as const },
  ] // biome-ignore format: a card a line
  return { address: 'https://board.example.com', cards, ...more }
}

/** The sources with the board among them. */
const withBoard = (board: Board) => ({ ...sources, board: boardSources(board) })

async function take(store: Store, board: Board) {
  const choice = { open: withBoard(board).board, isDemo: false }
  const work = { files: [], lists: {}, skipInvalid: false, at: NOW }
  const [summary] = await importSources(store, await trackerFacts(store), choice, work)
  return summary!
}

/** A store with the board. */
const withCards = storeTemplate(store => take(store, newBoard()))

const rows = (store: Store, text: string) => store.query(plain(text))

describe('a source of another tracker', () => {
  it('is imported through the interface only', async () => {
    const store = await temporaryStore()
    const board = newBoard()
    expect(await take(store, board)).toMatchObject({ issues: 2, changes: 1, added: 2 })
    expect(await rows(store, `select ref, key, tracker from issue order by ref`)).toEqual([
      { ref: 'a7', key: 'CARD-1', tracker: 1 },
      { ref: 'b8', key: 'CARD-2', tracker: 1 },
    ])
    const stays = `select value_id, left_ms - entered_ms as ms from stay where field_id = 'status' order by issue_id, seq`
    expect(await rows(store, stays)).toEqual([
      { value_id: 'later', ms: BigInt(DAY) },
      { value_id: 'now', ms: null },
      { value_id: 'later', ms: null },
    ])
    const { statuses, groups } = await store.catalogue()
    expect(statuses.map(({ name }) => name)).toEqual(['Later', 'Now'])
    expect(groups).toEqual([{ name: 'crew', members: ['ann'] }])
  })

  it('may have lists without issues', async () => {
    const store = await temporaryStore()
    expect(await take(store, newBoard({ cards: [] }))).toMatchObject({ issues: 0 })
    expect((await store.catalogue()).statuses).toHaveLength(2)
  })

  it('is rejected if its address differs from the store', async () => {
    const store = await openTemporaryStore((await withCards()).copyTo)
    await expect(take(store, newBoard({ address: 'https://other.example.com' }))).rejects.toMatchObject({
      code: 'IMPORT_OTHER_TRACKER',
      message: expect.stringMatching(/^board: CARD-1 is an issue of the tracker https:\/\/other\.example\.com, but/),
    })
  })
})

/** Returns which lists a source has, and how many issues. */
async function readAll(source: Source) {
  let issues = 0
  for await (const issue of source.issues?.() ?? []) if ('history' in issue) issues++
  const given = Object.entries(source.lists).flatMap(([name, list]) => (list === null ? [] : [name]))
  return { name: source.name, given, issues }
}

describe('the built-in sources', () => {
  it('return the demo with all its lists', async () => {
    const [demo, ...others] = await (await sources.demo())({})
    expect(others).toEqual([])
    const given = ['statuses', 'groups', 'users', 'fields']
    expect(await readAll(demo!)).toMatchObject({ name: 'the demo', given })
  })

  it('return files in order, the lists with the first one', async () => {
    const files = [fileOf(smallTracker(), 'one.jsonl'), fileOf(smallTracker(), 'two.jsonl')]
    const opened = await (await sources.jira())({ files, lists: LISTS, fields: [] })
    expect(await Promise.all(opened.map(readAll))).toEqual([
      { name: 'one.jsonl', given: ['statuses'], issues: 3 },
      { name: 'two.jsonl', given: [], issues: 3 },
    ])
  })

  it('return lists without files, without issues', async () => {
    const [alone] = await (await sources.jira())({ files: [], lists: LISTS, fields: [] })
    expect(alone!.issues).toBeNull()
    expect(await readAll(alone!)).toEqual({ name: 'lists', given: ['statuses'], issues: 0 })
    expect(await (await sources.jira())({ files: [], lists: {}, fields: [] })).toEqual([])
  })
})

it('issues of another tracker with the same id and key stay as they are', async () => {
  const store = await temporaryStore()
  await take(store, newBoard())
  await store.transact(async run => {
    await run(plain('update issue set tracker = 2, created_ms = created_ms - 1'))
    await run(plain('update project set tracker = 2'))
  })
  expect(await take(store, newBoard())).toMatchObject({ added: 2, replaced: 0, skipped: [] })
  const numbers = `select i.tracker, p.tracker as of_project, count(*) as issues, count(distinct i.id) as ids
    from issue i join project p on p.id = i.project_id group by all order by all`
  expect(await rows(store, numbers)).toEqual([
    { tracker: 1, of_project: 1, issues: 2n, ids: 2n },
    { tracker: 2, of_project: 2, issues: 2n, ids: 2n },
  ])
})
