import { expect, it } from 'vitest'
import { fileOf } from '../edge/http/small-tracker.ts'
import { inBrowserOn } from './browser-fixture.ts'
import { HARD_END, HARD_ISSUES, NAMES } from './hard-names.ts'
import { layoutFaults, overflowingParts } from './layout-faults.ts'
import { eventually } from './page-helpers.ts'
import { ownServer } from './servers.ts'

const tracker = () =>
  ownServer({
    fill: ({ importFiles }) =>
      importFiles({ files: [fileOf(HARD_ISSUES.join('\n'))], lists: {}, skipInvalid: false, at: Date.parse(HARD_END) }),
  })

const SCREEN = `/?page=team&filterType=project&projectKey=HARD&asOf=${HARD_END}`

inBrowserOn('hard names on the screen of a team', tracker, world => {
  it.each([1440, 390])('stay in their cards on %i pixels, as on the start page', width =>
    world.visit(
      SCREEN,
      async page => {
        await page.locator('.team-panels').waitFor()
        expect([await overflowingParts(page), await layoutFaults(page)]).toEqual([[], []])
        await page.goto(world.base)
        await page.locator('.shell-card').waitFor()
        expect([await overflowingParts(page), await layoutFaults(page)]).toEqual([[], []])
      },
      { isPanelOpen: false, viewport: { width, height: 900 } },
    ),
  )

  it('leave a space between the keys of issues', () =>
    world.visit(SCREEN, async page => {
      const keys = page.getByRole('list', { name: 'Newly over the expectation' }).getByRole('link')
      await eventually(() => keys.count()).toBe(3)
      const boxes = await keys.evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON() as DOMRect))
      expect(boxes.slice(1).map(({ left }, i) => left - boxes[i]!.right > 4)).toEqual([true, true])
    }))

  it('do not turn the text around them', () =>
    world.visit(SCREEN, async page => {
      const late = page.locator('.team-attention li').filter({ hasText: 'HARD-42' }).locator('.hint')
      await late.waitFor()
      // The positions of the name, the person and the reason, from left to right.
      const lefts = await late.evaluate(line => {
        const leftOf = (node: Node) => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return range.getClientRects()[0]!.left
        }
        const [stage, person] = line.querySelectorAll('bdi')
        return [leftOf(stage!), leftOf(person!)]
      })
      expect([lefts[0]! < lefts[1]!, await late.textContent()]).toEqual([
        true,
        expect.stringMatching(/^esrever · Ben: older than the expectation of/),
      ])
      await eventually(() => page.title()).toMatch(/^\u2068(Hard)+\u2069 · Sojourn$/)
      const moves = page.getByRole('region', { name: 'Goes back' }).getByRole('link')
      await eventually(() => moves.allTextContents()).toContain(`\u2068${NAMES[2]}\u2069 to ${NAMES[0]}`)
    }))
})
