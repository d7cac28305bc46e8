import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { WorkflowProposal } from '../../src/app/workflows/workflow-types.ts'
import type { Dashboard } from '../../src/web/api/flow.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { judged } from './axe.ts'
import { FIRST_VISIT, inBrowser, inBrowserOn, PHONE } from './browser-fixture.ts'
import { layoutFaults } from './layout-faults.ts'
import { answerAt, chosen, eventually, parametersOf, removeSavedReports, segment, teamAt } from './page-helpers.ts'
import { LAST_FINISH, smallTeam } from './small-team.ts'

const tile = (page: Page, name: string) => page.locator('.team-tile').filter({ hasText: name })

/** Returns the address of the screen of a query. */
const queryAt = (customjql: string) => teamAt({ filterType: 'customjql', projectKey: '', customjql })

/** Issues of which few finished, and none is in progress. */
const FEW = queryAt('project = WEB AND priority = Highest')

/** Follows a link, and returns how many issues the drawer with a title lists. */
async function countBehind(page: Page, link: string, title: string): Promise<number> {
  await page.getByRole('link', { name: link }).first().click()
  const rows = page.getByRole('dialog', { name: title }).locator('.drilldown-issues tbody tr')
  await rows.first().waitFor()
  return rows.count()
}

/** Answers the first question with the proposal. */
async function accept(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use these stages' }).click()
  await page.locator('.team-headline').waitFor()
}

inBrowserOn('the screen of a small team without status categories', smallTeam, world => {
  it('asks once which statuses are work, shows the proposal, and works unsaved', () =>
    world.visit('/?page=team', async page => {
      const question = page.getByRole('region', { name: 'Which statuses are work?' })
      await question.getByText('Your tracker does not say it').waitFor()
      const { statuses } = await answerAt<WorkflowProposal>(`${world.base}/api/workflow-proposal`)
      const listed = question.locator('[data-status]')
      await eventually(() => listed.count()).toBe(statuses.length)
      const kinds = question.locator('.workflow-stages select')
      expect(await kinds.evaluateAll(all => all.map(one => (one as HTMLSelectElement).value))).toEqual(
        statuses.map(({ kind }) => kind),
      )
      expect(statuses.map(({ kind }) => kind)).toEqual(['notStarted', 'active', 'done'])
      expect(await page.locator('.team-headline').count()).toBe(0)
      await accept(page)
      expect(JSON.parse(chosen(page, 'workflow')!).stages).toHaveLength(3)
      expect(await page.getByLabel('Workflow').inputValue()).toBe(chosen(page, 'workflow'))
      expect(await question.count()).toBe(0)
    }))

  it('goes back to the last weeks with finished issues, says so, and returns', () =>
    world.visit('/?page=team', async page => {
      await accept(page)
      await page.getByText('This is the screen as of 18 Aug 2014').waitFor()
      expect([chosen(page, 'asOf'), chosen(page, 'view.asked')]).toEqual([LAST_FINISH, 'now'])
      await page.reload()
      await page.getByText('This is the screen as of 18 Aug 2014').waitFor()
      await page.getByRole('button', { name: 'Show the period that you asked for' }).click()
      await page.getByText('Your data end on 18 Aug 2014').waitFor()
      expect(chosen(page, 'asOf')).toBeNull()
      const waits = page.getByRole('region', { name: 'Where work waits' })
      await waits.getByText('The last one finished on 18 Aug 2014').waitFor()
      await waits.getByRole('button', { name: 'Show the screen as of then' }).click()
      await page.getByText('This is the screen as of 18 Aug 2014').waitFor()
    }))

  itDrawn('shows the values of three finished issues, and no percentile', () =>
    world.visit('/?page=team', async page => {
      await accept(page)
      const cycleTime = tile(page, 'Cycle time')
      await eventually(() => cycleTime.locator('strong').textContent()).toBe('1.0\u00a0d · 2.0\u00a0d · 3.0\u00a0d')
      expect(await cycleTime.textContent()).toContain('3 issues: too few for percentiles')
      await eventually(() => page.getByText('so there are no lines.').count()).toBe(2)
    }),
  )

  it('says why there is no forecast, and leads to the issues that it would learn from', () =>
    world.visit('/?page=team', async page => {
      await accept(page)
      const panel = page.getByRole('region', { name: 'Will it be done?' })
      await panel.getByText('The first issue was created 77 days ago, and issues finished on 2 days since').waitFor()
      await panel.getByRole('link', { name: 'Show the finished issues' }).click()
      const rows = page.getByRole('dialog').locator('.drilldown-issues tbody tr')
      await eventually(() => rows.count()).toBe(2)
    }))

  itDrawn('leads to the issues that are not started, and to the parked ones', () =>
    world.visit('/?page=team', async page => {
      await accept(page)
      expect(await countBehind(page, '5 issues are not started', 'Not started')).toBe(5)
      const parked = page.locator('.team-tile').filter({ hasText: 'Parked' })
      await parked.getByRole('link', { name: '1', exact: true }).click()
      const rows = page.getByRole('dialog', { name: 'Parked' }).locator('.drilldown-issues tbody tr')
      await eventually(() => rows.count()).toBe(1)
    }),
  )

  itDrawn('lets the keyboard answer, and refuses an answer without work', () =>
    world.visit('/?page=team', async page => {
      const assigned = page.getByRole('button', { name: 'Move ASSIGNED' })
      await assigned.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'In no stage' }).waitFor()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.getByText('Mark at least one stage with statuses as work').waitFor()
      expect(await page.getByRole('button', { name: 'Use these stages' }).isDisabled()).toBe(true)
      await eventually(() => assigned.evaluate(one => one === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'ASSIGNED' }).waitFor()
      await page.keyboard.type('ASS')
      await page.keyboard.press('Enter')
      await page.getByText('What changes').waitFor()
      await page.getByRole('button', { name: 'Use these stages' }).press('Enter')
      await page.locator('.team-headline').waitFor()
      await page.getByRole('button', { name: 'Which statuses are work?' }).click()
      await page.getByRole('button', { name: 'Move NEW' }).waitFor()
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await eventually(() => chosen(page, 'view.statuses')).toBeNull()
    }),
  )

  itDrawn('saves the answer for everybody, who can then choose it', () =>
    world.visit('/?page=team', async page => {
      await page.getByRole('button', { name: 'Move NEW' }).click()
      await page.getByRole('menuitem', { name: 'ASSIGNED' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bugs')
      await page.getByRole('button', { name: 'Save for everybody' }).click()
      await page.locator('.team-headline').waitFor()
      const select = page.getByLabel('Workflow')
      expect(await select.inputValue()).toBe(chosen(page, 'workflow'))
      await select.selectOption({ label: 'By status category' })
      await page.getByText('Or use a saved workflow').waitFor()
      expect(chosen(page, 'workflow')).toBe('default')
      await page.getByRole('link', { name: 'Bugs' }).click()
      await page.locator('.team-headline').waitFor()
      // The server chooses it for everybody who chooses none.
      await page.goto(`${world.base}/?page=team`)
      await page.locator('.team-headline').waitFor()
      await eventually(() => select.locator('option:checked').textContent()).toBe('Bugs')
      expect(chosen(page, 'workflow')).toBeNull()
      expect(await page.locator('.workflow-editor').count()).toBe(0)
      await fetch(`${world.base}/api/workflows/Bugs`, { method: 'DELETE', headers: { 'x-sojourn': 'page' } })
    }),
  )

  itDrawn('has no fault on a phone, in German and for screen readers', () =>
    world.visit(
      '/?page=team',
      async page => {
        await page.locator('[data-status]').first().waitFor()
        expect([await judged(page), await layoutFaults(page)]).toEqual([[], []])
        await accept(page)
        await eventually(() => tile(page, 'Cycle time').locator('strong').textContent()).toBe(
          '1,0\u00a0d · 2,0\u00a0d · 3,0\u00a0d',
        )
        expect([await judged(page), await layoutFaults(page)]).toEqual([[], []])
      },
      { ...PHONE, locale: 'de-DE' },
    ),
  )
})

inBrowser('what the screen of a team is compared with', world => {
  itDrawn('is 52 weeks before or any dates, in the address', () =>
    world.visit(
      teamAt(),
      async page => {
        await segment(page, '52 weeks before').click()
        await eventually(() => chosen(page, 'compare')).toBe('startOfWeek(-64)..-364d')
        const { trend } = await dashboardOf(page, world.base)
        expect(trend.previous.window.from).toBe('2024-04-08T00:00:00.000Z')
        const reopened = tile(page, 'Reopened')
        await eventually(() => reopened.textContent()).toContain(`before: ${trend.previous.reopened.issues}`)
        await segment(page, 'Other dates').click()
        await page.getByLabel('First day to compare with').fill('2025-01-01')
        await page.getByLabel('Last day to compare with').fill('2025-01-31')
        await eventually(() => chosen(page, 'compare')).toBe('2025-01-01..2025-02-01')
        const other = await dashboardOf(page, world.base)
        await eventually(() => reopened.textContent()).toContain(`before: ${other.trend.previous.reopened.issues}`)
        await page.getByLabel('First day to compare with').fill('2026-01-01')
        await page.getByRole('alert').getByText('begins after asOf').waitFor()
        expect(await page.getByLabel('Last day to compare with').inputValue()).toBe('2026-01-01')
        await segment(page, 'The period before').click()
        await eventually(() => chosen(page, 'compare')).toBeNull()
      },
      FIRST_VISIT,
    ),
  )
})

inBrowser('the comparison with last quarter', world => {
  itDrawn('goes back to the last quarter with finished issues when a quarter just began', () =>
    world.visit(teamAt(), async page => {
      await segment(page, 'Last quarter').click()
      await page.getByText('This is the screen as of 30 Jun 2025').waitFor()
      await page.getByText('compared with 1 Jan 2025, 00:00 to 31 Mar 2025, 23:59').waitFor()
      await page.getByLabel('Period', { exact: true }).selectOption({ label: 'This week and the 3 before' })
      await eventually(() => chosen(page, 'compare')).toBeNull()
    }),
  )
})

inBrowser('the screen of a team', world => {
  itDrawn('says what happened since yesterday, with ways to the issues', () =>
    world.visit(teamAt({ asOf: '2025-06-28T12:00:00Z' }), async page => {
      await page.locator('.team-headline').waitFor()
      const { since } = await dashboardOf(page, world.base)
      const panel = page.getByRole('region', { name: 'Since yesterday' })
      const rows = panel.getByRole('listitem')
      const numbers = [since.finished, since.started, since.movedBack, since.newlyOverSle!].map(({ count }) => count)
      expect(await rows.locator('> :last-child').allTextContents()).toEqual(numbers.map(String))
      expect(numbers[0]).toBeGreaterThan(0)
      await rows.first().getByRole('link').click()
      const listed = page.getByRole('dialog').locator('.drilldown-issues tbody tr')
      await eventually(() => listed.count()).toBe(since.finished.count)
    }),
  )

  itDrawn('leads on from a query that is refused', () =>
    world.visit(queryAt('statos = Done'), async page => {
      const notice = page.getByRole('alert').filter({ hasText: "Field 'statos' does not exist" })
      await notice.getByRole('link', { name: 'Show all issues' }).click()
      await page.getByRole('heading', { level: 1, name: 'All issues' }).waitFor()
      await page.locator('.team-settings').waitFor()
      expect(chosen(page, 'customjql')).toBeNull()
    }),
  )

  itDrawn('leads from the issues that are newly over the expectation to exactly these', () =>
    world.visit(teamAt({ asOf: '2025-06-08T12:00:00Z' }), async page => {
      await page.locator('.team-headline').waitFor()
      const { attention, since } = await dashboardOf(page, world.base)
      const { keys } = since.newlyOverSle!
      expect([keys.length, attention.overSle!.count > 1]).toEqual([1, true])
      const rows = page.getByRole('region', { name: 'Since yesterday' }).getByRole('listitem')
      const row = rows.filter({ hasText: 'Newly over the expectation' })
      await row.getByRole('link', { name: '1', exact: true }).click()
      const drawer = page.getByRole('dialog', { name: 'Newly over the expectation' })
      await eventually(() => drawer.locator('.drilldown-issues th a:first-child').allTextContents()).toEqual(keys)
    }),
  )

  itDrawn('says at the forecast, and at the cycle times, that work in progress was not stable', () =>
    world.visit(teamAt({ asOf: '2025-05-01T00:00:00Z' }), async page => {
      const panel = (name: string) => page.getByRole('region', { name, exact: true })
      await panel('Will it be done?').getByText('was not stable').waitFor()
      await panel('Cycle time of each issue').getByText('was not stable').waitFor()
      expect((await dashboardOf(page, world.base)).stability.stable).toBe(false)
    }),
  )

  itDrawn('leads on from each panel that is empty with one button and without a name of a parameter', () =>
    world.visit(FEW, async page => {
      const panels = page.locator('.team-panel')
      const panel = (name: string) => panels.filter({ has: page.getByRole('heading', { name, exact: true }) })
      const forecast = panel('Will it be done?')
      await forecast.getByText('Issues finished on only 5 days of the last 12 weeks').waitFor()
      const empty = panels.filter({ hasNot: page.locator('canvas, ul, ol') })
      expect(await empty.getByRole('heading').allTextContents()).toEqual([
        ...['Age of work in progress', 'Needs attention', 'Will it be done?', 'Cycle time of each period'],
      ])
      for (const one of await empty.all()) {
        expect(await one.locator('button, .button').count()).toBe(1)
        expect(await one.textContent()).not.toMatch(/\bsend\b|\w+=/i)
      }
      await forecast.getByRole('button', { name: 'Learn from the last 52 weeks' }).click()
      await forecast.locator('canvas').waitFor()
      expect(chosen(page, 'weeks')).toBe('52')
      const { when } = (await dashboardOf(page, world.base)).forecast
      await forecast.getByText(`All ${when!.count} open issues are done`).waitFor()
      await forecast.getByLabel('Learn from').selectOption({ label: 'the last 12 weeks' })
      await forecast.getByText('which is too few for a forecast').waitFor()
      expect(chosen(page, 'weeks')).toBeNull()
    }),
  )

  itDrawn('makes the periods longer until percentiles have enough issues, and then lists them', () =>
    world.visit(queryAt('project = WEB AND priority = High'), async page => {
      const times = page.getByRole('region', { name: 'Cycle time of each period', exact: true })
      await times.getByText('No period has the ten finished issues').waitFor()
      await times.getByRole('button', { name: 'By month' }).click()
      await times.locator('canvas').waitFor()
      expect(chosen(page, 'bucket')).toBe('month')
      await page.goto(world.base + FEW)
      await times.getByRole('button', { name: 'Show one year by quarter' }).click()
      await eventually(() => [chosen(page, 'from'), chosen(page, 'bucket')]).toEqual(['startOfWeek(-51)', 'quarter'])
      await page.locator('.team [aria-busy=false]').waitFor()
      await times.getByRole('link', { name: 'Show the finished issues' }).click()
      const { trend } = await dashboardOf(page, world.base)
      const rows = page.getByRole('dialog').locator('.drilldown-issues tbody tr')
      await eventually(() => rows.count()).toBe(trend.cycleTime.count)
    }),
  )

  itDrawn('is saved under a name, which opens it again', () =>
    world.visit(teamAt({ from: 'startOfWeek(-3)' }), async page => {
      await page.locator('.team-headline').waitFor()
      const choices = () => Object.fromEntries(new URL(page.url()).searchParams)
      const saved = choices()
      await page.getByRole('button', { name: 'Saved reports' }).click()
      await page.getByRole('textbox', { name: 'Save this report as' }).fill('Each morning')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Each morning').first().waitFor()
      await page.goto(`${world.base}/`)
      await page.getByRole('link', { name: 'Each morning' }).first().click()
      await page.locator('.team-headline').waitFor()
      expect(choices()).toEqual(saved)
      await removeSavedReports(world)
    }),
  )
})

function dashboardOf(page: Page, base: string): Promise<Dashboard> {
  return answerAt<Dashboard>(`${base}/api/flow/dashboard?${parametersOf(page)}`)
}
