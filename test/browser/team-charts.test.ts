import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBrowser } from './browser-fixture.ts'
import { teamAt } from './page-helpers.ts'

/** The charts of the screen of a team. */
inBrowser('the charts of the screen of a team', world => {
  it('are saved as images with their title, their project, their window and their time', () =>
    world.visit(
      teamAt(),
      async page => {
        await panelOf(page, 'Finished').locator('canvas').waitFor()
        const { name, bytes } = await saved(page, 'Finished', 'SVG')
        expect(name).toMatch(/^finished-web-shop-\d{4}-\d\d-\d\d-\d{6}\.svg$/)
        const svg = textOf(bytes)
        for (const fact of ['Finished: Web Shop', 'Finished from 7 Apr 2025', 'as of 1 Jul 2025']) {
          expect(svg).toContain(fact)
        }
        expect(svg).toContain('fill="#ffffff"')
        const png = await saved(page, 'Finished', 'PNG')
        expect(png.name).toMatch(/^finished-web-shop-[\d-]+\.png$/)
        expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
        // Two pixels for each of the 1,200.
        expect(png.bytes.readUInt32BE(16)).toBe(2400)
        const menus = await page.getByRole('button', { name: /^Save “.*” as an image$/ }).count()
        expect(menus).toBe(await page.locator('.team-chart').count())
      },
      { colorScheme: 'dark' },
    ))
})

function panelOf(page: Page, name: string): Locator {
  return page.locator('.team-panel').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** Saves the chart of a panel. */
async function saved(page: Page, title: string, format: 'PNG' | 'SVG') {
  await page.getByRole('button', { name: `Save “${title}” as an image` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${format}` }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Returns the text of an SVG, whose spaces do not break. */
function textOf(svg: Buffer): string {
  return svg.toString().replaceAll(/&#160;|\u00a0/g, ' ')
}
