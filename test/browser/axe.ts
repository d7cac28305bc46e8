import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { eventually } from './page-helpers.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The focus guards of Base UI are hidden tab stops, which axe rejects. They pass the focus on at once and never keep it. */
const WITHOUT_FOCUS_GUARDS = { exclude: [['[data-base-ui-focus-guard]']] }

/** Returns the violations that axe finds, in sentences. */
export async function judged(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) }
  // The other results are large, and sending them takes longer than finding them.
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(WITHOUT_FOCUS_GUARDS)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as AxeResults['violations']
  return violations.map(({ id, impact, help, nodes }) => {
    const places = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)
    return `${id} (${impact}): ${help}: ${places.join(' | ')}`
  })
}

/** Returns the violations of a page in dark mode, where only contrast can differ. A printed page is light. */
export async function judgedDark(page: Page) {
  if (await page.evaluate(() => window.matchMedia('print').matches)) return []
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  return judged(page, ['color-contrast'])
}
