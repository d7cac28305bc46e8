import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowser } from './browser-fixture.ts'
import { chosen, eventually, expectSameNumbers, groupsAt, shownTable } from './page-helpers.ts'

/** The states of a report: item 6. */
inBrowser('the states of a report', world => {
  it('explains an empty report, and offers remedies', () =>
    world.visit(groupsAt({ startDate: '2031-01-01', dateRangeField: 'created' }), async page => {
      await page.getByRole('heading', { name: 'No issues match.' }).waitFor()
      await page.getByRole('button', { name: 'Remove the date range' }).click()
      await eventually(() => chosen(page, 'startDate')).toBeNull()
      await expectSameNumbers(world, page)
    }))

  it('shows an error next to its control, and links to it', () =>
    world.visit(groupsAt({ viewFormat: 'weeks' }), async page => {
      await page.getByRole('heading', { name: 'One setting is invalid' }).waitFor()
      const choice = page.getByRole('combobox', { name: 'Duration format' })
      const errorText = page.locator('[data-parameter=viewFormat] .problem')
      expect(await errorText.textContent()).toContain('“weeks”')
      expect(await choice.getAttribute('aria-invalid')).toBe('true')
      await page.getByRole('alert').getByRole('button', { name: '“weeks”' }).click()
      await eventually(() => choice.evaluate(one => one === document.activeElement)).toBe(true)
      await choice.selectOption('hours')
      await expectSameNumbers(world, page)
      await eventually(() => page.locator('.problem').allTextContents()).toEqual([])
    }))

  itDrawn('cancels a report with Escape, keeps the previous one, and runs again', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      const before = (await shownTable(page)).rows
      let isBlocked = true
      const release: (() => void)[] = []
      await page.route('**/api/aggregation', async route => {
        if (isBlocked) await new Promise<void>(resolve => release.push(resolve))
        await route.continue().catch(() => {})
      })
      const given = page.waitForEvent('requestfailed', request => request.url().endsWith('/aggregation'))
      await page.getByLabel('Show', { exact: true }).selectOption('sum')
      await page.getByText(/^Running/).waitFor()
      await page.keyboard.press('Escape')
      expect((await given).failure()!.errorText).toContain('ABORTED')
      await page.getByText('Canceled. The previous report is shown.').waitFor()
      expect((await shownTable(page)).rows).toEqual(before)
      isBlocked = false
      for (const go of release) go()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expectSameNumbers(world, page)
      expect((await shownTable(page)).rows).not.toEqual(before)
    }),
  )

  itDrawn('shows a lost connection, keeps the report, and reconnects', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      const before = (await shownTable(page)).rows
      await page.context().setOffline(true)
      await page.getByLabel('Show', { exact: true }).selectOption('median')
      await page.getByText('Connection lost.').waitFor()
      expect((await shownTable(page)).rows).toEqual(before)
      await page.context().setOffline(false)
      await eventually(() => page.getByText('Connection lost.').count()).toBe(0)
      await expectSameNumbers(world, page)
      expect((await shownTable(page)).rows).not.toEqual(before)
    }),
  )

  itDrawn('stays lost when a response from before the loss arrives', () => {
    let [isLost, arrive] = [false, () => {}]
    const mayArrive = new Promise<void>(go => (arrive = go))
    const prepare = async (page: Page) => {
      await page.route('**/healthz', route => (isLost ? route.abort() : route.continue()))
      await page.route('**/api/aggregation', async route => {
        if (isLost) return route.abort()
        const response = await route.fetch()
        if (!isOfRows(route)) await mayArrive
        return route.fulfill({ response })
      })
    }
    return world.visit(
      groupsAt(),
      async page => {
        await page.locator('.table-body-row').first().waitFor()
        isLost = true
        await page.getByRole('button', { name: 'Run again' }).click()
        await page.getByText('Connection lost.').waitFor()
        const earlier = page.waitForEvent('requestfinished', request => request.url().endsWith('/aggregation'))
        const check = page.waitForEvent('requestfailed', request => request.url().endsWith('/healthz'))
        arrive()
        await Promise.all([earlier, check])
        expect(await page.getByText('Connection lost.').count()).toBe(1)
        isLost = false
        await eventually(() => page.getByText('Connection lost.').count()).toBe(0)
        await expectSameNumbers(world, page)
      },
      { prepare },
    )
  })

  itDrawn('shows when the server is unreachable at first, and opens once it responds', () =>
    world.visit(
      '/',
      async page => {
        await page.getByRole('heading', { name: 'Cannot reach Sojourn.' }).waitFor()
        await page.unrouteAll()
        await page.getByRole('heading', { name: 'Where did the time go?' }).waitFor()
      },
      {
        prepare: async page => {
          await page.route('**/api/catalogue', route => route.abort('connectionrefused'))
          await page.route('**/healthz', route => route.abort('connectionrefused'))
        },
      },
    ),
  )

  itDrawn('shows a server error, and retries', () =>
    world.visit(
      groupsAt(),
      async page => {
        await page.getByRole('alert').getByText('The server is being stopped.').waitFor()
        await page.unrouteAll()
        await page.getByRole('button', { name: 'Try again' }).click()
        await expectSameNumbers(world, page)
        expect(await page.getByRole('alert').count()).toBe(0)
      },
      {
        prepare: page =>
          page.route('**/api/aggregation', route =>
            route.fulfill({ status: 503, json: { message: 'The server is being stopped.', statusCode: 503 } }),
          ),
      },
    ),
  )

  itDrawn('repeats a request that a busy server refuses, after the time that it names', () => {
    let [requests, refusals] = [0, 2]
    const prepare = (page: Page) =>
      page.route('**/api/aggregation', route => {
        if (!isOfRows(route)) return route.continue()
        requests += 1
        if (requests > refusals) return route.continue()
        const json = { message: 'Too many of them.', statusCode: 429 }
        return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json })
      })
    return world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        expect([requests, await page.getByRole('alert').count()]).toEqual([3, 0])
        ;[requests, refusals] = [0, 100]
        await page.reload()
        await page.getByRole('alert').getByText('Wait until one of them ends, then try again.').waitFor()
        expect(requests).toBe(3)
      },
      { prepare },
    )
  })
})

/** Returns whether a request is for the rows of a report. Its totals are a request of their own, without groups. */
function isOfRows(route: Route): boolean {
  return route.request().postData()?.includes('groupByFields=') === true
}
