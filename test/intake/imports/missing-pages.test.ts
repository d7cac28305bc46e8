import { expect, it } from 'vitest'
import { missingPages } from '../../../src/intake/imports/import-sources.ts'

/** Pages such as `0+50/501` (from 0, 50 issues, of 501), `+50>` (another one follows), `+7` (the last one) and `+3!` (cut off). */
function missing(line: string): readonly unknown[] {
  return missingPages(
    line.split(' ').map(page => {
      const [, startAt, issues, total, next] = /^(\d*)\+(\d+)(?:\/(\d+))?([>!]?)$/.exec(page)!
      return {
        startAt: Number(startAt),
        issues: Number(issues),
        total: total === undefined ? null : Number(total),
        hasNextPage: next === '>',
        isTruncated: next === '!',
      }
    }),
  )
}

it.each([
  ['one page of many', '0+50/501', [{ found: 50, total: 501 }]],
  ['all pages', '0+50/120 50+50/120 100+20/120', []],
  ['all pages, sorted by name', '0+10/30 20+10/30 10+10/30', []],
  ['all pages, of which a later one comes first', '10+10/20 0+10/20', []],
  ['a page in the middle', '0+50/120 100+20/120', [{ found: 70, total: 120 }]],
  ['the last pages only', '100+20/120', [{ found: 20, total: 120 }]],
  ['two searches', '0+10/10 0+20/20', []],
  ['one of two searches', '0+50/501 0+600/600', [{ found: 50, total: 501 }]],
  ['issues that came while pages were fetched', '0+50/100 50+51/101', []],
  ['issues that went while pages were fetched', '0+50/101 50+50/100', []],
  ['all pages with tokens', '+50> +50> +7', []],
  ['all pages with tokens, sorted by name', '+50> +7 +50>', []],
  ['a page that is cut off', '0+12!', [{ found: 12, total: null }]],
  ['a page that is cut off, with its total', '0+12/33!', [{ found: 12, total: 33 }]],
  ['a page that is cut off in its end', '0+33/33!', []],
  ['a page with a token that is cut off', '+50> +12! +7', [{ found: 69, total: null }]],
  ['pages of which the last has a token', '+50> +50>', [{ found: 100, total: null }]],
])('returns whether issues are missing: %s', (_what, pages, parts) => {
  expect(missing(pages)).toEqual(parts)
})
