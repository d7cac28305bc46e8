// Takes a picture of each state of the page on the demo, light and dark, at three widths, for someone to look at:
// npm run pictures -- FOLDER [a part of "name of the state, width"]. It prints the states that it could not open.

import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runnerImport } from 'vite'
import { withServedDemo } from './served-demo.js'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** The pictures to take at once. */
const AT_ONCE = 4

const [folder, part = ''] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder for the pictures: npm run pictures -- FOLDER')

const { module } = await runnerImport(join(import.meta.dirname, '..', 'test', 'browser', 'page-states.ts'))

/** Takes the pictures of a state at one size; a change of the scheme needs no new page. */
async function take(browser, base, state, viewport) {
  const context = await browser.newContext({ ...module.contextFor(state, base), viewport })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  try {
    await module.openState(page, base, state)
  } catch (error) {
    console.log(`${state.name}, ${viewport.width}: ${error.message.split('\n')[0]}`)
  }
  await page.waitForLoadState('networkidle').catch(() => {})
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    const name = `${state.name.replaceAll(/[^a-zA-Z]+/g, '-')}.${viewport.width}.${colorScheme}.png`
    await page.screenshot({ path: join(resolve(folder), name), animations: 'disabled' })
  }
  await context.close()
}

mkdirSync(resolve(folder), { recursive: true })
await withServedDemo(async (browser, base) => {
  const all = SIZES.flatMap(viewport => module.statesAt(viewport.width).map(state => ({ state, viewport })))
  const wanted = all.filter(({ state, viewport }) => `${state.name}, ${viewport.width}`.includes(part))
  const work = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift()) await take(browser, base, next.state, next.viewport)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
})
