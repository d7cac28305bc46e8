import { describe, expect, it } from 'vitest'
import { readPages } from '../../../../../src/intake/source/jira/live/read-pages.ts'

const ALL = Array.from({ length: 23 }, (_, i) => ({ id: String(i) }))

/** Reads a list that a server returns in pages of 10, with `facts` in each page. */
async function read(facts: (next: number) => object, serve = (startAt: number) => ALL.slice(startAt, startAt + 10)) {
  const requests: number[] = []
  const elements = await readPages({
    request: 'GET /list',
    read: async startAt => {
      requests.push(startAt)
      return { values: serve(startAt), ...facts(startAt + 10) }
    },
    idOf: element => (element as { readonly id: string }).id,
  })
  return { elements, requests }
}

describe('a list in pages', () => {
  it.each<readonly [string, (next: number) => object, readonly number[]]>([
    ['with its total', () => ({ total: 23 }), [0, 10, 20]],
    ['with a mark on its last page', next => ({ isLast: next >= 23 }), [0, 10, 20]],
    ['that says neither', () => ({}), [0, 10, 20, 23]],
  ])('is read completely %s', async (_, facts, requests) => {
    expect(await read(facts)).toEqual({ elements: ALL, requests })
  })

  it('ends when the server ignores where a page starts', async () => {
    const page = ALL.slice(0, 10)
    expect(
      (
        await read(
          () => ({}),
          () => page,
        )
      ).elements,
    ).toEqual(page)
  })

  it('is incomplete when it ends before its total', async () => {
    await expect(read(() => ({ total: 30 }))).rejects.toMatchObject({ failure: 'incomplete' })
  })
})
