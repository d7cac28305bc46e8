import type { Page } from 'playwright-core'
import type { Dashboard } from '../../src/web/api/flow.ts'

const DAY = 24 * 3_600_000
const COUNT = 10_000

/** Answers the dashboard with 10,000 finished issues of 12,345: WEB-10000 is the last one that finished, WEB-1 the first. */
export async function withManyDots(page: Page): Promise<void> {
  await page.route('**/api/flow/dashboard', async route => {
    const answer = (await (await route.fetch()).json()) as Dashboard
    const [from, last] = [Date.parse(answer.trend.window.from), Date.parse(answer.trend.window.last)]
    const items = Array.from({ length: COUNT }, (_, i) => ({
      key: `WEB-${COUNT - i}`,
      finish: new Date(last - ((last - from) * i) / COUNT).toISOString(),
      // Most times are short, as real ones are.
      cycleTime: DAY * 8 ** (((i * 7919) % 1000) / 500),
      type: 'Bug',
    }))
    await route.fulfill({ json: { ...answer, finishedItems: { of: 12_345, items } } })
  })
}
