import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Workspace } from '../../src/app/workspace/workspace.ts'
import { fileOf } from '../edge/http/small-tracker.ts'
import { inBrowserOn } from './browser-fixture.ts'
import { eventually } from './page-helpers.ts'
import { ownServer } from './servers.ts'

/** Texts that would run as code if the page did not escape them. */
const PAYLOADS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  '<svg/onload=alert(3)>',
  'javascript:alert(4)',
  `'"><b onmouseover=alert(5)>&lt;i&gt;`,
  '{{constructor.constructor("alert(6)")()}}',
  '</title><iframe srcdoc="<script>parent.alert(7)</script>">',
]

/** Issues whose texts are all payloads. */
const issues = PAYLOADS.map((payload, i) => ({
  id: String(100 + i),
  key: `X-${i + 1}`,
  fields: {
    summary: payload,
    project: { id: '10', key: 'X', name: payload },
    issuetype: { id: '1', name: payload },
    priority: { id: String(i), name: payload },
    status: { id: '2', name: PAYLOADS[1] },
    assignee: { name: `user${i}`, displayName: payload },
    labels: [payload.replaceAll(' ', '_')],
    customfield_10001: payload,
    created: '2024-03-01T00:00:00.000+0000',
  },
  changelog: {
    histories: [
      {
        id: String(i),
        created: '2024-03-02T00:00:00.000+0000',
        author: { name: `user${i}`, displayName: payload },
        items: [{ field: 'status', from: '1', fromString: PAYLOADS[0], to: '2', toString: PAYLOADS[1] }],
      },
    ],
  },
}))

const statuses = PAYLOADS.map((name, i) => ({ id: String(i + 1), name, statusCategory: { key: 'indeterminate' } }))
const fields = [{ id: 'customfield_10001', name: PAYLOADS[2], custom: true, schema: { type: 'string' } }]

function importPayloads({ importFiles }: Workspace): Promise<void> {
  const lists = {
    statuses: { name: 'statuses.json', text: JSON.stringify(statuses) },
    fields: { name: 'fields.json', text: JSON.stringify(fields) },
  }
  const files = [fileOf(issues.map(one => JSON.stringify(one)).join('\n'))]
  return importFiles({ files, lists, skipInvalid: false, at: Date.parse('2024-03-10T00:00:00Z') })
}

inBrowserOn(
  'the page with injection payloads',
  () => ownServer({ fill: importPayloads }),
  world => {
    const groups =
      '/?report=aggregation&filterType=project&projectKey=X&aggregationType=average&calendar=normalHours&viewFormat=days'
    const sums = groups.replace('average', 'sum')
    const list = '/?report=list&filterType=project&projectKey=X&calendar=normalHours&viewFormat=days'

    it.each([
      ['the start page', '/', '.shell-card'],
      ['a table', `${groups}&columnsBy=statusDuration&groupByFields=priority,customfield_10001`, '.table-body-row'],
      ['a composite report', `${groups}&columnsBy=statusDurationByAssignee`, '.table-body-row'],
      [
        'a list with fields',
        `${list}&columnsBy=transitionCount&fields=assignee,labels,customfield_10001`,
        '.table-body-row',
      ],
      [
        'the issues of a row',
        `${groups}&columnsBy=statusDuration&groupByFields=priority&view.open=${encodeURIComponent(`row:${JSON.stringify([PAYLOADS[1]])}`)}`,
        '.drilldown-issues',
      ],
      ['a cell', `${list}&columnsBy=statusDuration&view.open=cell:X-1:1`, '.drilldown-sum'],
      ['the timeline of an issue', `${list}&columnsBy=statusDuration&view.open=issue:X-2`, '.drilldown-stays'],
      ['a chart', `${groups}&columnsBy=statusDuration&groupByFields=priority&show=chart`, '.chart-entry'],
    ])('escapes texts in %s', (_, path, selector) =>
      world.visit(path, async page => {
        await page.locator(selector).first().waitFor()
        await expectTexts(page)
      }),
    )

    it('escapes texts in the report settings, a tooltip and an error', () =>
      world.visit(`${sums}&columnsBy=statusDuration&groupByFields=priority&show=chart`, async page => {
        await page.evaluate(() => localStorage.setItem('sojourn.open-sections', 'issues what rows columns time format'))
        await page.reload()
        await page.locator('canvas').first().waitFor()
        await page
          .locator('canvas')
          .first()
          .hover({ position: { x: 300, y: 70 } })
        await eventually(() =>
          page.locator('.chart-canvas > div').evaluateAll(all => all.map(one => (one as HTMLElement).style.cursor)),
        ).toContain('pointer')
        await page.getByRole('combobox', { name: 'Project' }).click()
        await expectTexts(page)
        const problem = encodeURIComponent(PAYLOADS[0]!)
        await page.goto(
          `${world.base}${groups}&columnsBy=${problem}&groupByFields=${problem}&view.table.sort=${problem}`,
        )
        await page.getByRole('alert').first().waitFor()
        await expectTexts(page)
      }))

    it('has no script URLs', () =>
      world.visit(`${groups}&columnsBy=statusDuration&view.open=issue:javascript:alert(1)`, async page => {
        await page.locator('.table-body-row').first().waitFor()
        const links = await page.locator('a').evaluateAll(all => all.map(link => (link as HTMLAnchorElement).protocol))
        expect([...new Set(links)]).toEqual(['http:'])
      }))
  },
)

/** Asserts that payloads are visible as text, and that none became an element. */
async function expectTexts(page: Page): Promise<void> {
  // What would load or run has begun.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.locator('img, iframe, body script, [onerror], [onload], [onmouseover], b').count()).toBe(0)
  await eventually(() => page.locator('body').innerHTML()).toMatch(/&lt;(img|svg|\/title)|alert\(/)
}
