import { describe, expect, it } from 'vitest'
import { readLog } from '../../../../../src/intake/source/jira/live/issue-log.ts'
import type { FoundPage, Search } from '../../../../../src/intake/source/jira/live/issue-search.ts'
import { type Walk, WindowTooLarge } from '../../../../../src/intake/source/jira/live/list-issues.ts'
import { offsetWalk } from '../../../../../src/intake/source/jira/live/walk-offsets.ts'
import { tokenWalk } from '../../../../../src/intake/source/jira/live/walk-tokens.ts'

const EMPTY: FoundPage = {
  issues: [],
  total: null,
  pageSize: null,
  nextToken: null,
  isLast: null,
  warnings: [],
  names: null,
}

function issues(from: number, to: number): FoundPage['issues'] {
  return Array.from({ length: to - from }, (_, i) => ({
    id: String(from + i),
    fields: { updated: '2026-01-01T00:00:00.000+0000' },
  }))
}

async function walked(walk: Walk, limit = 5000): Promise<number> {
  let count = 0
  for await (const page of walk('project = A', limit)) count += page.length
  return count
}

/** Walks by tokens over pages by token; the first page has the token `''`. */
function byTokens(pages: Readonly<Record<string, Partial<FoundPage>>>, expected: number | null, mayBeEmpty = false) {
  const requested: string[] = []
  const search: Search = async ({ token }) => {
    requested.push(token ?? '')
    return { ...EMPTY, ...pages[token ?? ''] }
  }
  const walk = tokenWalk({ search, count: async () => expected, readUpdated: async () => 0, mayBeEmpty })
  return { walk, requested }
}

describe('a walk by tokens', () => {
  it('ends without a token, or with isLast', async () => {
    const pages = {
      '': { issues: issues(0, 3), nextToken: 'b' },
      b: { issues: issues(3, 5), nextToken: 'c', isLast: true },
    }
    expect(await walked(byTokens(pages, 5).walk)).toBe(5)
    expect(await walked(byTokens({ '': { issues: issues(0, 3) } }, null).walk)).toBe(3)
  })

  it.each([
    ['a repeated token', { '': { issues: issues(0, 1), nextToken: 'b' }, b: { issues: issues(1, 2), nextToken: 'b' } }],
    [
      'the same page again',
      { '': { issues: issues(0, 1), nextToken: 'b' }, b: { issues: issues(0, 1), nextToken: 'c' } },
    ],
    ['a warning', { '': { issues: issues(0, 1), warnings: ['The result set was truncated.'] } }],
    [
      'three empty pages',
      { '': { nextToken: 'b' }, b: { nextToken: 'c' }, c: { nextToken: 'd' }, d: { issues: issues(0, 9) } },
    ],
  ])('is incomplete with %s', async (_, pages) => {
    await expect(walked(byTokens(pages, null).walk)).rejects.toMatchObject({ failure: 'incomplete' })
  })

  it('continues after one empty page, and after two', async () => {
    const pages = { '': { nextToken: 'b' }, b: { nextToken: 'c' }, c: { issues: issues(0, 9) } }
    expect(await walked(byTokens(pages, 9).walk)).toBe(9)
  })

  it('is repeated once when issues are missing, and then fails beyond 1 % and 5', async () => {
    const page = { '': { issues: issues(0, 1000) } }
    const close = byTokens(page, 1015)
    expect(await walked(close.walk)).toBe(1000)
    expect(close.requested).toHaveLength(2)
    const far = byTokens(page, 1016)
    await expect(walked(far.walk)).rejects.toThrow('it ended after 1000 of 1016 issues')
    expect(far.requested).toHaveLength(2)
    const more = byTokens(page, 990)
    expect(await walked(more.walk)).toBe(1000)
    expect(more.requested).toHaveLength(1)
  })

  it('counts an empty result, unless nothing was expected', async () => {
    await expect(walked(byTokens({}, 100).walk)).rejects.toMatchObject({ failure: 'incomplete' })
    expect(await walked(byTokens({}, 100, true).walk)).toBe(0)
  })

  it('ends after its first page when there are too many issues', async () => {
    const page = { '': { issues: issues(0, 3), nextToken: 'b' } }
    await expect(walked(byTokens(page, 11).walk, 10)).rejects.toBeInstanceOf(WindowTooLarge)
  })
})

/** Walks by offsets over a list of ids that may change with each request. */
function byOffsets(
  listAt: (request: number) => readonly number[],
  options: { readonly page?: number; readonly change?: (page: FoundPage, startAt: number) => FoundPage } = {},
) {
  const starts: number[] = []
  const search: Search = async ({ startAt = 0, maxResults }) => {
    starts.push(startAt)
    const list = listAt(starts.length)
    const size = Math.min(options.page ?? 1000, maxResults)
    const found = list.slice(startAt, startAt + size)
    const page = { ...EMPTY, issues: found.flatMap(id => issues(id, id + 1)), total: list.length, pageSize: size }
    return options.change ? options.change(page, startAt) : page
  }
  return { walk: offsetWalk({ search, readUpdated: async () => 0 }), starts }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('a walk by offsets', () => {
  it('requests the last 20 issues of a page again', async () => {
    const { walk, starts } = byOffsets(() => upTo(250), { page: 100 })
    expect(await walked(walk)).toBe(250)
    expect(starts).toEqual([0, 80, 160])
  })

  it.each([1, 2, 10, 20, 21, 50])('works with pages of %i', async page => {
    expect(await walked(byOffsets(() => upTo(137), { page }).walk)).toBe(137)
  })

  it('works without a total, without a page size, and with neither', async () => {
    const list = () => upTo(137)
    expect(await walked(byOffsets(list, { page: 50, change: page => ({ ...page, total: null }) }).walk)).toBe(137)
    expect(await walked(byOffsets(list, { page: 50, change: page => ({ ...page, pageSize: null }) }).walk)).toBe(137)
    const neither = byOffsets(list, { page: 50, change: page => ({ ...page, total: null, pageSize: null }) })
    expect(await walked(neither.walk)).toBe(137)
  })

  it('is complete without a total when the tracker returns fewer issues than it says', async () => {
    const change = (page: FoundPage) => ({ ...page, total: null, pageSize: 1000 })
    expect(await walked(byOffsets(() => upTo(137), { page: 50, change }).walk)).toBe(137)
  })

  it('is incomplete when it finds none of the issues that the tracker counts', async () => {
    const change = (page: FoundPage) => ({ ...page, issues: [], total: 3 })
    const walk = byOffsets(() => upTo(3), { change }).walk
    await expect(walked(walk, Number.POSITIVE_INFINITY)).rejects.toThrow('it ended after 0 of 3 issues')
  })

  it('works when the tracker returns fewer issues than it says', async () => {
    const change = (page: FoundPage) => ({ ...page, pageSize: 1000 })
    expect(await walked(byOffsets(() => upTo(137), { page: 50, change }).walk)).toBe(137)
  })

  it.each([
    ['deleted', [0, ...upTo(250).slice(2)]],
    ['inserted', [1000, ...upTo(250)]],
  ])('is repeated when an issue before the page was %s', async (_, after) => {
    const { walk, starts } = byOffsets(request => (request === 1 ? upTo(250) : after), { page: 100 })
    const before = await walked(walk)
    expect(before).toBe(new Set([...upTo(100), ...after]).size)
    expect(starts).toEqual([0, 80, 0, 80, 160])
  })

  it('asks for the next page after a full one, even if the tracker says that it was the last', async () => {
    const change = (page: FoundPage, startAt: number) => (startAt === 0 ? { ...page, total: 100 } : page)
    expect(await walked(byOffsets(() => upTo(250), { page: 100, change }).walk)).toBe(250)
  })

  it('asks for smaller windows when pages never fit together, and then fails', async () => {
    const unstable = () => byOffsets(request => upTo(250).map(id => (id + request * 37) % 250), { page: 100 }).walk
    await expect(walked(unstable())).rejects.toBeInstanceOf(WindowTooLarge)
    await expect(walked(unstable(), Number.POSITIVE_INFINITY)).rejects.toMatchObject({ failure: 'incomplete' })
  })

  it('does not run in a circle when the tracker ignores the offset', async () => {
    const change = (page: FoundPage) => ({ ...page, issues: issues(0, 100) })
    const { walk, starts } = byOffsets(() => upTo(250), { page: 100, change })
    await expect(walked(walk)).rejects.toBeInstanceOf(WindowTooLarge)
    expect(starts.length).toBeLessThan(10)
  })

  it('ends before it yields anything when there are too many issues', async () => {
    await expect(walked(byOffsets(() => upTo(250)).walk, 249)).rejects.toBeInstanceOf(WindowTooLarge)
  })
})

describe('the change log of one issue', () => {
  const entries = upTo(120).map(n => ({ id: String(n), created: `entry ${n}` }))

  it('is complete without a total when the tracker returns fewer entries than it says', async () => {
    const get = async (_: string, query: { readonly startAt?: unknown } = {}) => {
      const startAt = Number(query.startAt)
      return { startAt, maxResults: 100, values: entries.slice(startAt, startAt + 50) }
    }
    expect(await readLog({ get }, '1')).toEqual(entries)
  })

  it('ends when the tracker ignores the offset, also without ids', async () => {
    const values = entries.map(({ created }) => ({ created }))
    let requests = 0
    const get = async () => {
      if (++requests > 5) throw new Error('too many requests')
      return { startAt: 0, maxResults: 1000, values }
    }
    expect(await readLog({ get }, '1')).toEqual(values)
  })
})
