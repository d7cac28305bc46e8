import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sample } from '../support/sampling.ts'
import { inBrowser } from './browser-fixture.ts'
import { type Comparison, comparePictures, halved } from './compare-pictures.ts'
import { PAGE_STATES, type PageState } from './page-states.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PICTURES = join(import.meta.dirname, 'pictures')

/** The new pictures of failed tests, and their differences. Git ignores it. */
const FAILED = join(ROOT, '.pictures')

/** The same text on each machine. */
const FONT = readFileSync(join(import.meta.dirname, 'fonts', 'inter-latin-wght-normal.woff2')).toString('base64')

/** States that together show most elements of the page. */
const NAMES = [
  ...['the screen of a team', 'an aggregation', 'grouped rows with subtotals and selected cells'],
  ...['a composite report with a heat map', 'a sorted list with fields, shaded', 'the chart stackedBars'],
  ...['a chart over time', 'the explanation of a cell', 'the timeline of an issue', 'the open chip measure'],
  ...['the saved reports', 'several invalid settings'],
]

const WIDE = { viewport: { width: 1440, height: 900 }, initScript: `(${useFont})(${JSON.stringify(FONT)})` }
const SCREENS = [
  { screen: 'wide, light', options: WIDE },
  { screen: 'wide, dark', options: { ...WIDE, colorScheme: 'dark' } },
  { screen: 'phone', options: { ...WIDE, viewport: { width: 390, height: 844 } } },
] as const

const ALL = SCREENS.flatMap(one => NAMES.map(name => ({ ...one, name })))

/** The pictures to compare: a third of them for each commit. */
const COMPARED = process.env.UPDATE_PICTURES ? ALL : sample('pictures', ALL, ALL.length / 3)

/** The share of pixels that may differ clearly: small signs that the font of the tests lacks. */
const ALLOWED = 0.0002

inBrowser('the pictures of the page', world => {
  it.each(COMPARED)('show $name: $screen', ({ name, screen, options }) =>
    world.show(stateOf(name), async page => expect(await faultOf(page, `${name}, ${screen}`)).toBeNull(), options),
  )

  it('differ when an element moves by 8 pixels or changes its color', () =>
    world.show(
      stateOf('an aggregation'),
      async page => {
        const committed = read(fileOf('an aggregation, wide, light'))
        const isLike = async () => isAllowed(await comparePictures(page, committed, await pictureOf(page)))
        for (const [selector, style] of [
          ['.shell-tabs', 'translate: 8px 0'],
          ['.table-grid', 'translate: 0 8px'],
          ['.question-chip', 'translate: 0 8px'],
          ['.shell-heading h1', 'color: #b3261e'],
        ] as const) {
          const element = page.locator(selector).first()
          await element.evaluate((one, text) => one.style.setProperty(...(text.split(': ') as [string, string])), style)
          expect([selector, style, await isLike()]).toEqual([selector, style, false])
          await element.evaluate(one => one.removeAttribute('style'))
        }
      },
      WIDE,
    ))
})

function stateOf(name: string): PageState {
  return PAGE_STATES.find(one => one.name === name)!
}

/** Shows all texts in a font. */
function useFont(font: string): void {
  const bytes = Uint8Array.from(atob(font), one => one.charCodeAt(0))
  const face = new FontFace('Test', bytes, { weight: '100 900' })
  document.fonts.add(face)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { --sans: Test, sans-serif; --mono: Test, monospace }')
  document.adoptedStyleSheets = [sheet]
}

/** Returns a picture of the page at half its size, once two in a row are equal: as base64 of a WebP. */
async function pictureOf(page: Page): Promise<string> {
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const shoot = async () => (await page.screenshot({ animations: 'disabled' })).toString('base64')
  let before = await shoot()
  for (let next = await shoot(); next !== before; next = await shoot()) before = next
  return halved(page, before)
}

/** Compares the page with the committed picture; returns what to do if they differ, otherwise `null`. */
async function faultOf(page: Page, name: string): Promise<string | null> {
  const actual = await pictureOf(page)
  const file = fileOf(name)
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    // An unchanged picture stays as it is, to the byte.
    const isSame = existsSync(file) && isAllowed(await comparePictures(page, read(file), actual))
    if (!isSame) writeFileSync(file, Buffer.from(actual, 'base64'))
    return null
  }
  const next =
    'Look at them. If the change is right, run UPDATE_PICTURES=1 npx vitest run test/browser/pictures.test.ts.'
  if (!existsSync(file)) return `There is no picture ${relative(ROOT, file)}. ${next}`
  const comparison = await comparePictures(page, read(file), actual)
  if (isAllowed(comparison)) return null
  mkdirSync(FAILED, { recursive: true })
  const base = join(FAILED, slug(name))
  writeFileSync(`${base}.new.webp`, Buffer.from(actual, 'base64'))
  writeFileSync(`${base}.difference.png`, Buffer.from(comparison.drawing, 'base64'))
  const count = comparison.different === null ? 'its size' : `${comparison.different} of ${comparison.pixels} pixels`
  return `${relative(ROOT, file)} differs in ${count}: see ${base}.new.webp and ${base}.difference.png. ${next}`
}

function isAllowed({ different, pixels }: Comparison): boolean {
  return different !== null && different <= ALLOWED * pixels
}

function read(file: string): string {
  return readFileSync(file).toString('base64')
}

function fileOf(name: string): string {
  return join(PICTURES, `${slug(name)}.webp`)
}

function slug(name: string): string {
  return name.replaceAll(/[^a-zA-Z]+/g, '-')
}
