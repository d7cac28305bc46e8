import { inBrowser, PHONE } from './browser-fixture.ts'
import { checkStates } from './check-states.ts'

inBrowser('the page on a phone', world =>
  checkStates(world, {
    name: 'phone',
    width: 390,
    widths: [390],
    options: PHONE,
  }),
)
