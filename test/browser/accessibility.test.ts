import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FIRST_VISIT, inBrowser } from './browser-fixture.ts'
import { openGroup } from './builder.ts'
import { answerOf, chosen, eventually, expectSameNumbers, groupsAt, issuesAt } from './page-helpers.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A view to check, and how to open it. */
interface View {
  readonly name: string
  readonly path: string
  readonly make?: (page: Page) => Promise<void>
  readonly isNarrow?: boolean
  /** Without the panel of all settings. */
  readonly isFirstVisit?: boolean
}

const VIEWS: readonly View[] = [
  { name: 'the start page', path: '/', make: page => page.getByText('made-up issues').waitFor() },
  {
    name: 'the overview, with the issues of a bar',
    path: groupsAt({ show: 'overview', 'view.slowest': 'status:10100' }),
    make: async page => {
      await rowsShown(page)
      await page.getByText('by time in Code Review').waitFor()
    },
  },
  {
    name: 'the overview on a phone',
    path: groupsAt({ show: 'overview' }),
    isNarrow: true,
    make: page => page.getByText('in progress by age').waitFor(),
  },
  { name: 'an aggregation with all settings', path: groupsAt(), make: openAll },
  {
    name: 'an open menu with a submenu',
    path: groupsAt({ statuses: '3,10100,10101' }),
    make: openMenu,
  },
  {
    name: 'a menu on a phone',
    path: groupsAt({ statuses: '3,10100,10101' }),
    isNarrow: true,
    make: async page => {
      await rowsShown(page)
      await page.getByRole('button', { name: 'Edit the report' }).click()
      await openMenu(page)
    },
  },
  {
    name: 'a composite report with a heat map',
    path: groupsAt({ columnsBy: 'statusDurationByAssignee', 'view.table.shading': 'heat' }),
    make: rowsShown,
  },
  {
    name: 'a grouped table with selected cells',
    path: groupsAt({ groupByFields: 'issuetype,priority', 'view.table.pinned': '["3"]' }),
    make: async page => {
      await rowsShown(page)
      await page.getByRole('grid').focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.locator('.table-selected').first().waitFor()
    },
  },
  {
    name: 'the menu of columns',
    path: groupsAt(),
    make: async page => {
      await rowsShown(page)
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('button', { name: 'Pin Testing' }).click()
    },
  },
  { name: 'a list', path: issuesAt({ pageSize: '25' }), make: rowsShown },
  {
    name: 'the keys, and what a report means',
    path: groupsAt(),
    make: async page => {
      await rowsShown(page)
      await page.locator('.shell-help summary').click()
      await page.getByRole('button', { name: 'Keys' }).click()
    },
  },
  {
    name: 'a chart with many columns',
    path: groupsAt({ columnsBy: 'statusDurationByAssignee', aggregationType: 'sum', show: 'chart' }),
    make: async page => {
      await page.locator('canvas').first().waitFor()
      await page.locator('.chart-rest summary').click()
      await page.getByRole('searchbox', { name: 'Search', exact: true }).waitFor()
    },
  },
  {
    name: 'a refused chart',
    path: groupsAt({ show: 'chart', 'view.chart.kind': 'pie' }),
    make: page => page.getByText('would mislead').waitFor(),
  },
  { name: 'a chart', path: groupsAt({ show: 'chart' }), make: page => page.locator('canvas').first().waitFor() },
  {
    name: 'the issues of a row',
    path: groupsAt({ 'view.open': 'row:0' }),
    make: page => page.locator('.drilldown-issues').waitFor(),
  },
  {
    name: 'the explanation of a cell',
    path: issuesAt({ calendar: '0', dayLength: 'businessDays', pageSize: '25', 'view.open': 'cell:WEB-913:10100' }),
    make: async page => {
      await page.locator('.drilldown-days summary').first().click()
      await page.locator('.drilldown-days td').first().waitFor()
    },
  },
  {
    name: 'the timeline of an issue',
    path: issuesAt({ pageSize: '25', 'view.open': 'issue:WEB-913' }),
    make: page => page.locator('.drilldown-stays').first().waitFor(),
  },
  {
    name: 'a query with an error',
    path: groupsAt({ filterType: 'customjql', projectKey: '', customjql: 'statos = Done' }),
    make: async page => {
      await page.locator('.jql-problem').first().waitFor()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'an empty report',
    path: groupsAt({ startDate: '2031-01-01', dateRangeField: 'created' }),
    make: page => page.getByText('No issues match.').waitFor(),
  },
  {
    name: 'the saved reports',
    path: groupsAt(),
    make: async page => {
      await rowsShown(page)
      await page.getByRole('button', { name: 'Saved reports' }).click()
    },
  },
  {
    name: 'a download on a phone',
    path: issuesAt({ pageSize: '25' }),
    isNarrow: true,
    make: async page => {
      await rowsShown(page)
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByLabel('File format').selectOption('spreadsheet')
    },
  },
  ...['measure', 'issues', 'rows', 'columns', 'hours', 'dates', 'more'].map(part => ({
    name: `the open chip ${part}`,
    path: groupsAt({ columnsBy: 'assigneeDuration' }),
    make: (page: Page) => openPart(page, part),
    isFirstVisit: true,
  })),
  {
    name: 'a chip with a query',
    path: groupsAt({ filterType: 'customjql', projectKey: '', customjql: 'project = WEB' }),
    make: async page => {
      await openPart(page, 'issues')
      await page.locator('.cm-content').waitFor()
    },
    isFirstVisit: true,
  },
  {
    name: 'a chip with a missing setting',
    path: groupsAt({ calendar: '0' }),
    make: async page => {
      await page.locator('[data-part=hours].wrong').click()
      await page.getByRole('combobox', { name: 'Length of a day' }).waitFor()
    },
    isFirstVisit: true,
  },
  {
    name: 'an open chip on a phone',
    path: groupsAt(),
    isNarrow: true,
    make: page => openPart(page, 'measure'),
  },
  {
    name: 'the report settings on a phone',
    path: groupsAt(),
    isNarrow: true,
    make: async page => {
      await rowsShown(page)
      await page.getByRole('button', { name: 'Edit the report' }).click()
    },
  },
]

// Accessibility: item 7.
inBrowser('the accessibility of the page', world => {
  it.each(VIEWS)(
    'has no serious axe violations in $name, light and dark',
    ({ name, path, make, isNarrow, isFirstVisit }) =>
      world.visit(
        path,
        async page => {
          await make?.(page)
          const found = [...(await judged(page)), ...(await judgedDark(page))]
          const others = found.filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
          if (others.length > 0) console.log(`axe, ${name}: ${others.map(({ text }) => text).join('; ')}`)
          expect(found.filter(one => !others.includes(one))).toEqual([])
        },
        {
          ...(isNarrow ? { viewport: { width: 360, height: 740 }, hasTouch: true } : {}),
          ...(isFirstVisit ? FIRST_VISIT : {}),
        },
      ),
  )

  it('works without a mouse, from the start page to an issue and back', () =>
    world.visit('/', async page => {
      await page.getByText('made-up issues').waitFor()
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Skip to the report')
      await page.keyboard.press('Enter')
      await tabTo(page, 'Where does work wait in Mobile App?')
      await page.keyboard.press('Enter')
      await expectSameNumbers(world, page)
      await tabTo(page, 'Overview')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.locator('canvas').first().waitFor()
      await page.keyboard.press('ArrowLeft')
      await tabTo(page, 'Table: Time in status')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('link', { name: /^APP-/ }).first().waitFor()
      await tabTo(page, /^APP-\d+$/)
      await page.keyboard.press('Enter')
      await page.getByText('Timeline', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await eventually(() => chosen(page, 'view.open')).toBeNull()
      await eventually(() => focused(page)).toBe('Table: Time in status')
    }))

  it('keeps the focus after a quick start', () =>
    world.visit('/', async page => {
      await page
        .getByRole('link', { name: /^Where does work wait in/ })
        .first()
        .click()
      await page.locator('.table-body-row').first().waitFor()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('report')
    }))

  it('names no missing cell as the active one when the address opens a cell far below', () =>
    world.visit(issuesAt(), async page => {
      const { table } = await answerOf(world, page)
      const row = table.body.rows.findLast(({ valueColumns }) => valueColumns.some(({ raw }) => raw !== undefined))!
      const key = row.headerColumns.find(({ id }) => id === 'issuekey')!.value
      const column = row.valueColumns.find(({ raw }) => raw !== undefined)!.id
      await page.goto(world.base + issuesAt({ 'view.open': `cell:${key}:${column}` }))
      await page.locator('.table-opened-cell').waitFor()
      const isDangling = () =>
        page.getByRole('grid').evaluate(grid => {
          const id = grid.getAttribute('aria-activedescendant')
          return id !== null && document.getElementById(id) === null
        })
      await eventually(isDangling).toBe(false)
      expect(await judged(page, ['aria-valid-attr-value'])).toEqual([])
    }))

  it.each([360, 768, 1024, 2560])('fits a screen %i pixels wide', width =>
    world.visit(
      '/',
      async page => {
        const views = [
          ['/', '.shell-card'],
          [groupsAt(), '.table-foot'],
          [groupsAt({ show: 'chart' }), 'canvas'],
          [groupsAt({ show: 'overview' }), '.overview-bar'],
          [issuesAt({ pageSize: '25', 'view.open': 'issue:WEB-913' }), '.drilldown-stays'],
        ] as const
        for (const [path, shown] of views) {
          await page.goto(world.base + path)
          await page.locator(shown).first().waitFor()
          expect([path, await overflowingParts(page)]).toEqual([path, []])
        }
      },
      { viewport: { width, height: 800 } },
    ),
  )

  it('lists third-party licences', () =>
    world.visit('/', async page => {
      await page.getByRole('link', { name: 'Third-party licences' }).click()
      await page.waitForURL('**/licences.txt')
      const text = (await page.locator('body').textContent())!
      for (const name of ['react-dom', '@tanstack/table-core', '@codemirror/view', 'echarts', 'zrender']) {
        expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
      }
      expect(text).toContain('Copyright (c) Meta Platforms')
      expect(text).toContain('This product includes software developed at')
    }))

  it('has the report settings in a sheet on phones', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        await page.getByRole('button', { name: 'Edit the report' }).tap()
        await page.getByLabel('Show', { exact: true }).selectOption('sum')
        await page.getByRole('button', { name: 'Show the report' }).tap()
        await page.getByRole('heading', { name: 'Total time in each status' }).waitFor()
        await expectSameNumbers(world, page)
      },
      { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    ))

  it('has a dark theme by system setting or choice', () =>
    world.visit(
      '/',
      async page => {
        const theme = () => page.locator('html').getAttribute('data-theme')
        await eventually(theme).toBe('dark')
        await page.getByRole('button', { name: 'Theme' }).click()
        await page.getByRole('radio', { name: 'Light' }).check()
        await eventually(theme).toBe('light')
        await page.reload()
        await eventually(theme).toBe('light')
      },
      { colorScheme: 'dark' },
    ))

  it('formats numbers and dates in the locale of the user', () =>
    world.visit(
      '/',
      async page => {
        await page.getByText('2.000 made-up issues').waitFor()
        await page.goto(world.base + groupsAt())
        const facts = page.locator('.shell-facts')
        await facts.getByText('as of 1. Juli 2025, 00:00').or(facts.getByText('as of 01.07.2025, 00:00')).waitFor()
      },
      { locale: 'de-DE' },
    ))
})

async function rowsShown(page: Page): Promise<void> {
  await page.locator('.table-body-row').first().waitFor()
}

async function openPart(page: Page, part: string): Promise<void> {
  await rowsShown(page)
  await page.locator(`[data-part=${part}]`).click()
  await page.locator('.question-popup').waitFor()
}

async function openMenu(page: Page): Promise<void> {
  await openGroup(page, 'Columns')
  await page.getByRole('button', { name: 'Move, combine or remove Code Review' }).click()
  await page.getByRole('menuitem', { name: 'Combine with' }).click()
  await page.getByRole('menuitem', { name: 'Testing' }).waitFor()
}

async function openAll(page: Page): Promise<void> {
  await rowsShown(page)
  for (const name of ['Rows', 'Columns', 'Time', 'Format']) await openGroup(page, name)
}

/** The focus guards of Base UI are hidden tab stops, which axe rejects. They pass the focus on at once and never keep it. */
const WITHOUT_FOCUS_GUARDS = { exclude: [['[data-base-ui-focus-guard]']] }

/** Returns the violations that axe finds. */
async function judged(page: Page, rules: readonly string[] = []) {
  await page.evaluate(AXE)
  const options = rules.length > 0 ? { runOnly: rules } : {}
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(WITHOUT_FOCUS_GUARDS)}, ${JSON.stringify(options)})`,
  )) as AxeResults
  return violations.map(({ id, impact, help, nodes }) => ({
    impact,
    text: `${id} (${impact}): ${help}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
  }))
}

/** Only contrast can differ in dark mode. */
async function judgedDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  return judged(page, ['color-contrast'])
}

/** Returns the parts of the page that overflow horizontally. */
function overflowingParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['html', '.shell-header', '.shell-main', '.shell-panel-body', '.shell-first', '.drilldown-drawer'].filter(part => {
      const element = document.querySelector(part)
      return element !== null && element.scrollWidth > element.clientWidth
    }),
  )
}

/** Returns the accessible name of the focused element, approximately. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.ariaLabel ?? activeElement?.textContent?.trim() ?? ''
  })
}

/** Presses Tab until an element with the name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const visited: string[] = []
  for (let i = 0; i < 80; i++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    visited.push(now)
    await page.keyboard.press('Tab')
  }
  expect(visited).toContain(name)
}
