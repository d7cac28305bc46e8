import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocuments, type SourceDocument } from '../../../src/intake/source/documents.ts'
import { findNames } from '../../../src/intake/source/jira/jira-source.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { runs } from '../../support/sampling.ts'

const NAME = { name: 'export.json' }

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string | Uint8Array, size = 1000): Promise<SourceDocument[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const found: SourceDocument[] = []
  for await (const document of readDocuments(chunksOf(bytes, size), NAME))
    if (!('page' in document)) found.push(document)
  return found
}

/** `line 2: A-1` for an issue, `line 2: names a` for names, `line 2! reason` for a problem. */
async function documentTexts(text: string | Uint8Array, size?: number): Promise<string[]> {
  return (await read(text, size)).map(document => {
    if ('problem' in document) return `${document.location}! ${document.problem}`
    if ('names' in document) return `${document.location}: names ${Object.keys(document.names).join(',')}`
    if ('page' in document) return `${document.location}: page`
    return `${document.location}: ${(document.value as { key?: string } | null)?.key}`
  })
}

const issue = (key: string) => ({ id: key, key, fields: { summary: `Über ${key} {[,` }, changelog: { histories: [] } })
const line = (key: string) => JSON.stringify(issue(key))
const page = (...keys: string[]) => ({ startAt: 0, issues: keys.map(issue), names: { summary: 'Summary' } })

describe('JSON Lines', () => {
  it('has one issue per line, and blank lines count in line numbers', async () => {
    expect(await documentTexts(`${line('A-1')}\n\n  \n${line('A-2')}\n`)).toEqual(['line 1: A-1', 'line 4: A-2'])
  })

  it('needs no line break after the last line', async () => {
    expect(await documentTexts(`${line('A-1')}\n${line('A-2')}`)).toEqual(['line 1: A-1', 'line 2: A-2'])
  })

  it('may have Windows line ends and a byte order mark', async () => {
    expect(await documentTexts(`\uFEFF${line('A-1')}\r\n${line('A-2')}\r\n`)).toEqual(['line 1: A-1', 'line 2: A-2'])
  })

  it('continues after an invalid first line', async () => {
    const [first, ...rest] = await documentTexts(`${line('A-1').slice(0, 40)}\n${line('A-2')}\n`)
    expect(first).toMatch(/^line 1! not JSON: it is cut off/)
    expect(rest).toEqual(['line 2: A-2'])
  })

  it('continues after a truncated line that could be the start of a longer document', async () => {
    const shown = await documentTexts(`{"id":"1","key":"A-1",\n${line('A-2')}\n${line('A-3')}`)
    expect(shown).toEqual(['line 1! not JSON: it is cut off', 'line 2: A-2', 'line 3: A-3'])
  })

  it('reports the skipped lines if a truncated line swallowed the next one', async () => {
    const shown = await documentTexts(`{"id":"1","changelog":{"histories":[\n${line('A-2')}\n${line('A-3')}`)
    expect(shown).toEqual(['line 1! not JSON: it is cut off; lines 1 to 2 are left out', 'line 3: A-3'])
  })

  it('reports an invalid line in the middle', async () => {
    const found = await documentTexts(`${line('A-1')}\n{"id":1,,}\n${line('A-3')}\n`)
    expect(found[1]).toMatch(/^line 2! not JSON: /)
    expect([found[0], found[2]]).toEqual(['line 1: A-1', 'line 3: A-3'])
  })

  it('reports the line in which the input ends', async () => {
    const found = await documentTexts(`${line('A-1')}\n${line('A-2').slice(0, -5)}`)
    expect(found).toEqual(['line 1: A-1', 'line 2! the file is cut off after 1 whole issue; export or copy it again'])
  })

  it('reports bytes that are not UTF-8', async () => {
    expect(await documentTexts(Buffer.from(`${line('A-1')}\n`, 'latin1'))).toEqual(['line 1! not UTF-8'])
  })

  it('may have a line that is longer than the buffer', async () => {
    const long = JSON.stringify({ ...issue('A-1'), fields: { description: 'x'.repeat(9 * 1024 * 1024) } })
    const [first, second] = await read(`${long}\n${line('A-2')}\n`, 65536)
    expect(first).toEqual({ location: 'line 1', value: JSON.parse(long), inPage: false })
    expect(second).toMatchObject({ location: 'line 2' })
  })
})

describe('documents of several issues', () => {
  it('may be an array on one line', async () => {
    expect(await documentTexts(JSON.stringify([issue('A-1'), issue('A-2')]))).toEqual([
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
    ])
  })

  it('may be an array with one issue per line', async () => {
    expect(await documentTexts(`[\n${line('A-1')},\n${line('A-2')}\n]\n`)).toEqual([
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
    ])
  })

  it('may be a search page on one line; its names come first', async () => {
    expect(await documentTexts(JSON.stringify(page('A-1', 'A-2')))).toEqual([
      'line 1: names summary',
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
    ])
  })

  it('may be a search page over several lines; its names come where they are', async () => {
    expect(await documentTexts(JSON.stringify(page('A-1', 'A-2'), null, 2))).toEqual([
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
      'line 1: names summary',
    ])
  })

  it('may be one issue over several lines', async () => {
    expect(await read(JSON.stringify(issue('A-1'), null, 2))).toEqual([
      { location: 'line 1', value: issue('A-1'), inPage: false },
    ])
  })

  it('may be several pages, one per line', async () => {
    const text = [page('A-1', 'A-2'), page('A-3')].map(each => JSON.stringify(each)).join('\n')
    expect((await documentTexts(text)).filter(shown => !shown.includes('names'))).toEqual([
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
      'line 2, issue 1: A-3',
    ])
  })

  it('may be an array of pages', async () => {
    const found = await documentTexts(JSON.stringify([page('A-1', 'A-2'), page('A-3')]))
    expect(found.filter(shown => !shown.includes('names'))).toEqual([
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
      'line 1, issue 3: A-3',
    ])
  })

  it('may be followed by others, in any layout', async () => {
    const text = `${JSON.stringify(page('A-1'), null, 2)}\n[${line('A-2')}]\n${line('A-3')}\n`
    expect((await documentTexts(text)).filter(shown => !shown.includes('names'))).toEqual([
      'line 1, issue 1: A-1',
      expect.stringMatching(/^line \d+, issue 1: A-2$/),
      expect.stringMatching(/^line \d+: A-3$/),
    ])
  })

  it('may be an empty page', async () => {
    expect(await documentTexts('{\n  "issues": [],\n  "total": 0\n}\n')).toEqual([])
    expect(await documentTexts('{"issues": [], "total": 0}')).toEqual([])
  })

  it('report the number of issues, and whether another page follows', async () => {
    const pages = [
      { startAt: 50, total: 501, issues: [issue('A-1')] },
      { issues: [issue('A-2'), issue('A-3')], nextPageToken: 'x', isLast: false },
      { issues: [], isLast: true },
    ]
    for (const indent of [undefined, 2]) {
      const bytes = Buffer.from(pages.map(each => JSON.stringify(each, null, indent)).join('\n'))
      const found: unknown[] = []
      for await (const document of readDocuments(chunksOf(bytes, 100), NAME))
        if ('page' in document) found.push(document.page)
      expect(found).toEqual([
        { startAt: 50, issues: 1, total: 501, hasNextPage: false, isTruncated: false },
        { startAt: 0, issues: 2, total: null, hasNextPage: true, isTruncated: false },
        { startAt: 0, issues: 0, total: null, hasNextPage: false, isTruncated: false },
      ])
    }
  })

  it('report the line and the last issue if they are cut off', async () => {
    const text = JSON.stringify([issue('A-1'), issue('A-2')])
    expect(await documentTexts(text.slice(0, -20))).toEqual([
      'line 1, issue 1: A-1',
      'line 1! the file is cut off after 1 whole issue; export or copy it again',
    ])
  })

  it('return the complete issues of a line that is cut off', async () => {
    const text = JSON.stringify({ total: 2, issues: [issue('A-1'), issue('A-2'), issue('A-3')] })
    expect(await documentTexts(`${text.slice(0, text.indexOf('A-3'))}`)).toEqual([
      'line 1, issue 1: A-1',
      'line 1, issue 2: A-2',
      'line 1! the file is cut off after 2 whole issues; export or copy it again',
    ])
    expect(await documentTexts(`${text.slice(0, text.indexOf('A-2'))}\n${line('A-4')}`)).toEqual([
      'line 1, issue 1: A-1',
      'line 1! not JSON: it is cut off after issue 1',
      'line 2: A-4',
    ])
  })

  it.each([
    ['on one line', undefined, 'A-3'],
    ['on several lines', 2, 'A-3'],
    ['broken on one line', undefined, '"names":'],
    ['broken on several lines', 2, '"names":'],
  ])('report the expected number of issues if they are cut off: a page %s', async (_, indent, at) => {
    const text = JSON.stringify({ total: 33, ...page('A-1', 'A-2', 'A-3') }, null, indent)
    const cut = text.slice(0, text.indexOf(at))
    const form = at === 'A-3' ? cut : `${cut}]}\n`
    const issues = at === 'A-3' ? 2 : 3
    for (const bytes of [Buffer.from(form), gzipSync(form)]) {
      const found: unknown[] = []
      for await (const document of readDocuments(chunksOf(bytes, 100), NAME))
        if ('page' in document) found.push(document.page)
      expect(found).toEqual([{ startAt: 0, issues, total: 33, hasNextPage: false, isTruncated: true }])
    }
  })

  it('return the issues before an error, and its line', async () => {
    const found = await documentTexts(`[\n${line('A-1')},\n{"key":"A-2",,},\n${line('A-3')}\n]\n`)
    expect(found).toEqual([
      'line 1, issue 1: A-1',
      expect.stringMatching(/^line 3! not JSON: .* after issue 1; the rest of this document is left out$/),
    ])
  })

  it('return the pages after an invalid one', async () => {
    const text = `${JSON.stringify(page('A-1'), null, 2).replace('"names":', '"names"')}\n${JSON.stringify(page('A-2'))}`
    expect(await documentTexts(text)).toEqual([
      'line 1, issue 1: A-1',
      expect.stringMatching(/^line \d+! not JSON/),
      expect.stringMatching(/names summary$/),
      expect.stringMatching(/issue 1: A-2$/),
    ])
  })
})

describe('gzipped input', () => {
  const text = [line('A-1'), line('A-2'), line('A-3')].join('\n')

  it('is recognized by its bytes, even if they arrive one by one', async () => {
    expect(await documentTexts(gzipSync(text), 1)).toEqual(['line 1: A-1', 'line 2: A-2', 'line 3: A-3'])
  })

  it('is a problem if it is cut off', async () => {
    const packed = gzipSync(Buffer.from(`${text}\n`.repeat(1000)))
    const found = await documentTexts(packed.subarray(0, packed.length - 12))
    expect(found.at(-1)).toMatch(
      /^line \d+! the gzip data ends too early: the file is cut off after \d+ whole issues; export or copy it again$/,
    )
  })

  it('keeps the metadata of its page if it is cut off', async () => {
    const issues = Array.from({ length: 2000 }, (_, i) => issue(`A-${i}`))
    const packed = gzipSync(JSON.stringify({ total: 5000, issues }))
    const found: SourceDocument[] = []
    for await (const document of readDocuments(chunksOf(packed.subarray(0, -12), 100), NAME)) found.push(document)
    const whole = found.filter(document => 'value' in document).length
    expect(whole).toBeGreaterThan(0)
    expect(found.at(-2)).toMatchObject({ page: { issues: whole, total: 5000, isTruncated: true } })
    expect(found.at(-1)).toMatchObject({ problem: expect.stringContaining(`is cut off after ${whole} whole issues`) })
  })

  it('is a problem if it is damaged', async () => {
    const packed = Buffer.from(gzipSync(text))
    packed.fill(0x55, 12, 60)
    expect((await documentTexts(packed)).at(-1)).toMatch(
      /! the gzip data is damaged before the end of its first issue; export or copy it again$/,
    )
  })
})

describe('a file that is not an export', () => {
  it.each([
    ['a ZIP archive or an Excel workbook', 'PK\x03\x04rest'],
    ['in UTF-16', Buffer.from('\uFEFF{}', 'utf16le')],
    ['compressed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])],
    ['a binary file', Buffer.from('SQLite format 3\0')],
    ['a CSV file', 'Issue key,Summary,Status\nA-1,One,Open\n'],
    ['a CSV file', '\uFEFF"Issue key";"Summary"\r\n"A-1";"One"\r\n'],
    ['a CSV file', 'case\tactivity\ttime\n1\tOpen\t2024-01-01\n'],
    ['a Markdown file', '# Import, export and backup\n\nFirst, export JSON.\n'],
    ['a Markdown file', 'Import, export\n==============\n'],
    ['a Markdown file', '- One, two\n- Three\n'],
    ['an HTML page', '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>'],
    ['an HTML page', '<html lang="en"><head><title>Log in - Jira</title>'],
    [
      'an XES event log',
      '<?xml version="1.0" encoding="UTF-8" ?>\n<log xes.version="1.0" xmlns="http://www.xes-standard.org/">',
    ],
    [
      'an XML file',
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- RSS -->\n<rss version="0.92"><channel></channel></rss>',
    ],
  ])('is reported with its format: %s', async (format, bytes) => {
    const packed = gzipSync(bytes)
    for (const [input, size] of [
      [bytes, 1000],
      [bytes, 1],
      [packed, 1000],
    ] as const)
      await expect(documentTexts(input, size)).rejects.toMatchObject({
        code: 'IMPORT_FOREIGN',
        parameters: { file: 'export.json', format, next: expect.stringMatching(/\.$/) },
      })
  })

  it.each(['no JSON at all', '"key": "A-1", "fields": {}}', '12, 13', '{"key": "A-1",'])(
    'is not assumed if a line may be part of an export: %s',
    async text => {
      expect(await documentTexts(text)).toEqual([expect.stringMatching(/^line 1! /)])
    },
  )

  it('may be empty', async () => {
    expect(await documentTexts('')).toEqual([])
    expect(await documentTexts('\n\n')).toEqual([])
  })

  it('differs from an input that cannot be read', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield gzipSync(line('A-1')).subarray(0, 12)
      throw Object.assign(new Error('EISDIR: illegal operation'), { code: 'EISDIR' })
    }
    const reading = async () => {
      for await (const _ of readDocuments(failing(), NAME)) expect(_).toBeUndefined()
    }
    await expect(reading()).rejects.toThrow('export.json: cannot be read: it is a directory.')
  })
})

describe('laws of parsing', () => {
  const issues = fc.array(fc.record({ key: fc.string(), fields: fc.dictionary(fc.string(), fc.jsonValue()) }), {
    minLength: 1,
    maxLength: 6,
  })
  const valuesIn = (documents: readonly SourceDocument[]) =>
    documents.map(document => ('value' in document ? document.value : document))

  it('issues are the same in any layout and any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(issues, fc.integer({ min: 1, max: 50 }), fc.boolean(), async (all, size, isPacked) => {
        const forms = [
          all.map(each => JSON.stringify(each)).join('\n'),
          JSON.stringify(all),
          JSON.stringify(all, null, 2),
          JSON.stringify({ total: 1, issues: all }),
          JSON.stringify({ total: 1, issues: all }, null, '\t'),
        ]
        for (const form of forms) {
          const bytes = isPacked ? gzipSync(form) : Buffer.from(form)
          expect(valuesIn(await read(bytes, size))).toEqual(JSON.parse(JSON.stringify(all)))
        }
      }),
      runs(20),
    )
  })

  it('arbitrary bytes never throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('', '[', '{\n', '{"issues":['),
        async (bytes, head) => {
          const found = await read(Buffer.concat([Buffer.from(head), bytes]), 7).catch(error => {
            expect(error).toMatchObject({ code: 'IMPORT_FOREIGN' })
            return []
          })
          for (const document of found) expect(document.location).toMatch(/^line \d+(, issue \d+)?$/)
        },
      ),
      runs(100),
    )
  })
})

describe('findNames', () => {
  it('finds the names that follow the issues of a page', async () => {
    const bytes = Buffer.from(JSON.stringify(page('A-1'), null, 2))
    expect(await findNames(chunksOf(bytes, 100), NAME)).toEqual({ summary: 'Summary' })
  })

  it('stops at the first line of a list of issues', async () => {
    let chunks = 0
    async function* lines(): AsyncGenerator<Uint8Array> {
      for (; chunks < 1000; chunks++) yield Buffer.from(`${line(`A-${chunks}`)}\n`)
    }
    expect(await findNames(lines(), NAME)).toBeNull()
    expect(chunks).toBeLessThan(10)
  })
})

/** The memory in use that is not garbage. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('memory', () => {
  itDrawn('does not grow with an array of 20 MB on one line', async () => {
    const body = Buffer.from(`${JSON.stringify({ ...issue('A-1'), fields: { description: 'x'.repeat(50_000) } })},`)
    async function* array(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('[')
      for (let i = 0; i < 400; i++) yield body
      yield Buffer.from(`${line('A-2')}]`)
    }
    let [count, highest] = [0, 0]
    const before = heldBytes()
    for await (const document of readDocuments(array(), NAME)) {
      expect('value' in document).toBe(true)
      if (++count % 100 === 0) highest = Math.max(highest, heldBytes() - before)
    }
    expect(count).toBe(401)
    expect(highest).toBeLessThan(5 * 1024 * 1024)
  })
})
