// Measures the page of the built product on its demo, by hand: node scripts/measure-page.js. Each number is the median
// of five runs, each in a fresh browser profile. docs/benchmarks.md has the results.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withServedDemo } from './served-demo.js'

const PAGE = join(import.meta.dirname, '..', 'dist', 'web')
const RUNS = 5

const COMMON = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&viewFormat=days'
const GROUPS = `?report=aggregation&aggregationType=average&groupByFields=issuetype&${COMMON}`
const LIST = `?report=list&${COMMON}`
const QUERY = '?report=list&columnsBy=statusDuration&calendar=normalHours&viewFormat=days&filterType=customjql'

/** The measured interactions with a page, and the element that shows their effect. */
const INTERACTIONS = [
  {
    name: 'sort 200 issues by a column',
    at: LIST,
    act: page => page.getByRole('columnheader', { name: 'In Progress' }).getByRole('button').click(),
    shows: '[aria-sort=descending]',
  },
  {
    name: 'open a cell',
    at: LIST,
    act: page => page.locator('.table-body-row .table-number').first().click(),
    shows: '.drilldown-sum',
  },
  {
    name: 'switch to the chart',
    at: GROUPS,
    act: page => page.getByRole('tab', { name: 'Chart' }).click(),
    shows: 'canvas',
  },
  {
    name: 'type into the query editor',
    at: QUERY,
    open: page => page.locator('[data-part=issues]').click(),
    there: '.cm-content',
    act: page => page.locator('.cm-content').pressSequentially('project = WEB AND status = ', { delay: 30 }),
    shows: '.cm-tooltip-autocomplete',
  },
  {
    name: 'open the projects',
    at: GROUPS,
    act: page => page.locator('[data-part=issues]').click(),
    shows: '.question-popup',
  },
]

await withServedDemo(async (browser, base) => {
  const visit = (address, work, prepare) => visited(browser, address, work, prepare)
  console.log(`Script at first load: ${Math.ceil((await firstScript(visit, base)) / 1000)} kB (gzip).`)
  for (const [name, at] of [
    ['groups', GROUPS],
    ['200 issues', LIST],
  ]) {
    const times = await repeated(() => firstResult(visit, `${base}/${at}`))
    console.log(`First result of a shared address, ${name}: ${summaryOf(times)}.`)
  }
  for (const interaction of INTERACTIONS) {
    console.log(
      `Next paint, ${interaction.name}: ${summaryOf(await repeated(() => nextPaint(visit, base, interaction)))}.`,
    )
  }
})

async function repeated(measure) {
  const numbers = []
  for (let run = 0; run < RUNS; run++) numbers.push(await measure())
  return numbers.sort((a, b) => a - b)
}

function summaryOf(numbers) {
  const whole = numbers.map(Math.round)
  return `${whole[RUNS >> 1]} ms (${whole[0]} to ${whole.at(-1)})`
}

/** Measures the compressed size of the scripts that load before a table appears. Bytes. */
async function firstScript(visit, base) {
  const names = []
  await visit(
    `${base}/${GROUPS}`,
    async page => page.locator('.table-body-row').first().waitFor(),
    page => page.on('request', request => names.push(new URL(request.url()).pathname)),
  )
  const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
  const requested = files.filter(file => names.includes(`/${file}`))
  return requested.reduce((sum, file) => sum + statSync(join(PAGE, `${file}.gz`)).size, 0)
}

/** Measures the time from navigation to the first row of the table on the screen. Milliseconds. */
function firstResult(visit, address) {
  return visit(address, async page => {
    await page.locator('.table-body-row').first().waitFor()
    return page.evaluate(() => globalThis.firstRowAt)
  })
}

/** Measures the longest delay between a key or click and its effect on the screen. Milliseconds, in steps of 8. */
function nextPaint(visit, base, { at, act, shows, open, there = '.table-foot' }) {
  return visit(`${base}/${at}`, async page => {
    await open?.(page)
    await page.locator(there).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      globalThis.slowest = 0
    })
    await act(page)
    await page.locator(shows).first().waitFor()
    // The browser reports an event shortly after it has shown its effect.
    await page.waitForTimeout(500)
    return page.evaluate(() => globalThis.slowest)
  })
}

async function visited(browser, address, work, prepare = () => {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  try {
    await context.addInitScript(watch)
    const page = await context.newPage()
    prepare(page)
    await page.goto(address)
    return await work(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page: records when the first row is on the screen, and the durations of interactions. */
function watch() {
  new PerformanceObserver(list => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) globalThis.slowest = Math.max(globalThis.slowest, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 })
  const look = () => {
    if (document.querySelector('.table-body-row')) globalThis.firstRowAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
