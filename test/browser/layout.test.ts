import { expect, it } from 'vitest'
import { inBrowser } from './browser-fixture.ts'
import { layoutFaults } from './layout-faults.ts'
import { statesAt } from './page-states.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

inBrowser('the layout of the page', world => {
  it.each(statesAt(390))('has no fault on a phone: $name', state =>
    world.show(state, async page => expect(await layoutFaults(page)).toEqual([]), PHONE),
  )

  it.each(statesAt(1440))('has no fault on a screen: $name', state =>
    world.show(
      state,
      async page => {
        expect(await layoutFaults(page)).toEqual([])
        await page.setViewportSize({ width: 1920, height: 1080 })
        expect(await layoutFaults(page)).toEqual([])
      },
      { viewport: { width: 1440, height: 900 } },
    ),
  )
})
