import { expect, it } from 'vitest'
import { fileOf } from '../edge/http/small-tracker.ts'
import { inBrowserOn } from './browser-fixture.ts'
import { NAMES } from './hard-names.ts'
import { layoutFaults, overflowingParts } from './layout-faults.ts'
import { eventually } from './page-helpers.ts'
import { ownServer } from './servers.ts'

const DAY = 86_400_000
const START = Date.parse('2024-01-01T00:00:00Z')
const CHANGES = 2000

/** Returns an issue that goes through all statuses again and again, and gets another assignee each time. */
function issueOf(key: string, changes: number): string {
  const at = (n: number) => new Date(START + n * (DAY / 12)).toISOString().replace('Z', '+0000')
  const status = (n: number) => ({ id: String((n % NAMES.length) + 1), name: NAMES[n % NAMES.length]! })
  const person = (n: number) => ({ name: `user${n % 3}`, displayName: `User ${n % 3}` })
  const histories = Array.from({ length: changes }, (_, n) => {
    const [from, to] = [status(n), status(n + 1)]
    const [one, other] = [person(n), person(n + 1)]
    return {
      id: String(n + 1),
      created: at(n + 1),
      author: person(0),
      items: [
        { field: 'status', fieldId: 'status', from: from.id, fromString: from.name, to: to.id, toString: to.name },
        {
          field: 'assignee',
          fieldId: 'assignee',
          from: one.name,
          fromString: one.displayName,
          to: other.name,
          toString: other.displayName,
        },
      ],
    }
  })
  return JSON.stringify({
    id: key,
    key,
    changelog: { histories },
    fields: {
      summary: `The issue ${key}`,
      project: { id: '1', key: 'LONG', name: 'Long Names' },
      issuetype: { id: '1', name: NAMES[0] },
      status: status(changes),
      assignee: person(changes),
      created: at(0),
      updated: at(changes + 1),
    },
  })
}

const tracker = () =>
  ownServer({
    fill: workspace =>
      workspace.importFiles({
        files: [fileOf([issueOf('LONG-1', CHANGES), issueOf('LONG-2', 8), issueOf('LONG-3', 5)].join('\n'))],
        lists: {},
        skipInvalid: false,
        at: START + CHANGES * DAY,
      }),
  })

const COMMON = 'filterType=project&projectKey=LONG&columnsBy=statusDuration&calendar=normalHours&viewFormat=days'
const GROUPS = `/?report=aggregation&aggregationType=sum&groupByFields=issuetype&${COMMON}`

/** A stage for each status. */
const WORKFLOW = {
  name: 'Long names',
  stages: NAMES.map((name, n) => ({
    // The name of a stage has at most 100 characters, and no control characters.
    name: name.replace('\u202e', '').slice(0, 100),
    kind: n === NAMES.length - 1 ? 'done' : 'active',
    statuses: [String(n + 1)],
  })),
}

inBrowserOn('awkward names and long histories', tracker, world => {
  it.each([1440, 390])('leave a chart of %i pixels its width, and nothing leaves the screen', width =>
    world.visit(
      `${GROUPS}&show=chart`,
      async page => {
        const canvas = page.locator('.chart-canvas canvas').first()
        for (const kind of ['stackedBars', 'columns', 'heat', 'pie', 'line']) {
          await page.getByRole('combobox', { name: 'Chart' }).selectOption(kind)
          await canvas.waitFor()
          const { width: drawn } = (await canvas.boundingBox())!
          expect([kind, drawn > (width < 400 ? 300 : 600)]).toEqual([kind, true])
        }
        expect(await overflowingParts(page)).toEqual([])
        expect(await layoutFaults(page)).toEqual([])
        for (const [address, shown] of [
          [`${GROUPS}&page=team`, '.workflow-editor'],
          [`${GROUPS}&page=team&workflow=${encodeURIComponent(JSON.stringify(WORKFLOW))}`, '.team-panels'],
          [GROUPS, '.table-body-row'],
        ]) {
          await page.goto(`${world.base}${address}`)
          await page.locator(shown!).first().waitFor()
          expect(await overflowingParts(page)).toEqual([])
          expect(await layoutFaults(page)).toEqual([])
        }
      },
      { isPanelOpen: false, viewport: { width, height: 900 } },
    ),
  )

  it('show a timeline of 2,000 changes with a few elements for each pixel, and parts of its tables', () =>
    world.visit(
      `/?report=list&${COMMON}&view.open=issue:LONG-1`,
      async page => {
        const drawer = page.getByRole('dialog', { name: 'LONG-1' })
        const rows = drawer.getByRole('table').first().locator('tbody tr')
        await eventually(() => rows.count()).toBe(200)
        expect(await drawer.locator('*').count()).toBeLessThan(12_000)
        await drawer.getByRole('button', { name: 'Show 200 more of 1,801 stays' }).first().click()
        await eventually(() => rows.count()).toBe(400)
        expect(await page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex)).toBe(201)
        await drawer
          .getByRole('group', { name: /^Timeline of LONG-1/ })
          .getByRole('button')
          .first()
          .focus()
        await page.keyboard.press('End')
        await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-stay'))).toBe(
          `statuses:${CHANGES}`,
        )
        await page.keyboard.press('ArrowLeft')
        await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-stay'))).toBe(
          `statuses:${CHANGES - 1}`,
        )
        expect(await overflowingParts(page)).toEqual([])
      },
      { isPanelOpen: false },
    ))

  it('move the focus with a key pressed right after the pointer moved', () =>
    world.visit(
      `/?report=list&${COMMON}&view.open=issue:LONG-1`,
      async page => {
        const stays = page.getByRole('group', { name: /^Timeline of LONG-1/ }).getByRole('button')
        await stays.first().focus()
        await stays.nth(3).evaluate(stay => {
          // The key comes when the hovered stay is drawn, before the effects of this rendering.
          const observer = new MutationObserver(() => {
            observer.disconnect()
            document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
          })
          observer.observe(stay, { attributes: true })
          stay.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        })
        await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-stay'))).toBe(
          `statuses:${CHANGES}`,
        )
      },
      { isPanelOpen: false },
    ))
})
