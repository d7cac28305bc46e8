import { describe } from 'vitest'
import { addressScenarios } from './address.ts'
import { askScenarios } from './ask.ts'
import { inBrowser } from './browser-world.ts'
import { chartScenarios } from './chart.ts'
import { stateScenarios } from './states.ts'
import { tableScenarios } from './table.ts'
import { understandScenarios } from './understand.ts'

// One product and one browser for all of them: filling a store for each would take most of the time.
inBrowser('the page', world => {
  describe('asks', () => askScenarios(world))
  describe('has all of its state in its address', () => addressScenarios(world))
  describe('shows a table', () => tableScenarios(world))
  describe('shows a chart', () => chartScenarios(world))
  describe('makes a number understood', () => understandScenarios(world))
  describe('tells how things are', () => stateScenarios(world))
})
