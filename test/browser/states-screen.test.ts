import { inBrowser } from './browser-fixture.ts'
import { checkStates } from './check-states.ts'

inBrowser('the page on a wide screen', world =>
  checkStates(world, {
    name: 'wide screen',
    width: 1440,
    widths: [1440, 1920],
    options: { viewport: { width: 1440, height: 900 } },
  }),
)
