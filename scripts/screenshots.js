// Takes the pictures of docs/images from the built product on its demo: node scripts/screenshots.js

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withServedDemo } from './served-demo.js'

const IMAGES = join(import.meta.dirname, '..', 'docs', 'images')

const WIDE = { viewport: { width: 1400, height: 900 } }
const NARROW = { viewport: { width: 390, height: 844 } }

const WEB = { filterType: 'project', projectKey: 'WEB', viewFormat: 'days', asOf: '2025-07-01T00:00:00Z' }
const ALL_HOURS = { calendar: 'normalHours' }
const WORKING_HOURS = { calendar: '0', dayLength: 'businessDays' }
const LIST = {
  report: 'list',
  columnsBy: 'statusDuration',
  ...WEB,
  ...WORKING_HOURS,
  'view.table.sort': '-10100',
}

/** Time in each status before done: the time after that is not waiting. */
const UNTIL_DONE = { columnsBy: 'statusDuration', statuses: '10000,3,10100,10101,10102' }
const BY_QUARTER = {
  report: 'aggregation',
  aggregationType: 'average',
  groupByFields: 'date:quarter:created',
  ...UNTIL_DONE,
  ...WEB,
  ...ALL_HOURS,
}

const SHOTS = [
  {
    name: 'team',
    choices: { page: 'team', filterType: 'project', projectKey: 'WEB', asOf: WEB.asOf },
    shows: '.team-chart canvas',
    look: WIDE,
  },
  {
    name: 'table',
    choices: { ...BY_QUARTER, 'view.table.shading': 'heat' },
    shows: '.table-foot .table-value',
    look: WIDE,
  },
  {
    name: 'chart-dark',
    choices: { ...BY_QUARTER, show: 'chart' },
    shows: 'canvas',
    look: { ...WIDE, colorScheme: 'dark' },
  },
  {
    name: 'cell',
    choices: { ...LIST, 'view.open': 'cell:WEB-728:10100' },
    shows: '.drilldown-sum',
    look: WIDE,
  },
  {
    name: 'timeline-dark',
    choices: { ...LIST, 'view.open': 'issue:WEB-728' },
    shows: '.drilldown-stays',
    look: { ...WIDE, colorScheme: 'dark' },
  },
  {
    name: 'table-narrow',
    choices: { ...BY_QUARTER, 'view.table.shading': 'heat' },
    shows: '.table-foot .table-value',
    look: NARROW,
  },
]

/** Disables subpixel rendering, which suits one kind of screen only. */
const PLAIN_TEXT = ['--disable-lcd-text', '--font-render-hinting=none']

async function take(browser, base) {
  mkdirSync(IMAGES, { recursive: true })
  for (const { name, choices, shows, look } of SHOTS) {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', ...look })
    const page = await context.newPage()
    await page.goto(`${base}/?${new URLSearchParams(choices)}`)
    await page.locator(shows).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('.table-body-row, canvas').first().waitFor()
    await page.screenshot({ path: join(IMAGES, `${name}.png`) })
    await context.close()
    console.log(`docs/images/${name}.png`)
  }
}

await withServedDemo(take, ['--hide-scrollbars', ...PLAIN_TEXT])
