import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const docs = new URL('../../docs/', import.meta.url)
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md'))

/** Returns the anchors of the headings of a page, as Git forges generate them. */
function anchorsOf(page: string): string[] {
  const text = page.replace(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe('the links of the documents', () => {
  it.each(pages)('in %s have existing targets', file => {
    const here = new URL(file, docs)
    const page = readFileSync(here, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
    for (const [, link] of page.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path, anchor] = link!.split('#') as [string, string?]
      const there = path === '' ? here : new URL(path, here)
      expect(existsSync(there), link).toBe(true)
      if (anchor !== undefined) expect(anchorsOf(readFileSync(there, 'utf8')), link).toContain(anchor)
    }
  })
})
