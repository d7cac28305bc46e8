import { describe } from 'vitest'
import { addressScenarios } from './address.ts'
import { barScenarios } from './bar.ts'
import { inBrowser } from './browser-fixture.ts'
import { builderScenarios } from './builder.ts'
import { chartScenarios } from './chart.ts'
import { downloadScenarios } from './download.ts'
import { drilldownScenarios } from './drilldown.ts'
import { groupScenarios } from './groups.ts'
import { helpScenarios } from './help.ts'
import { localeScenarios } from './locale.ts'
import { overviewScenarios } from './overview.ts'
import { printScenarios } from './print.ts'
import { questionScenarios } from './question.ts'
import { selectionScenarios } from './selection.ts'
import { stateScenarios } from './states.ts'
import { tableScenarios } from './table.ts'
import { wideScenarios } from './wide.ts'

// One server and one browser for all: filling a store takes most of the time.
inBrowser('the page', world => {
  describe('builds reports', () => builderScenarios(world))
  describe('asks with chips', () => barScenarios(world))
  describe('guides a question', () => questionScenarios(world))
  describe('keeps its state in the URL', () => addressScenarios(world))
  describe('answers first', () => overviewScenarios(world))
  describe('shows a table', () => tableScenarios(world))
  describe('groups rows', () => groupScenarios(world))
  describe('follows the locale of the browser', () => localeScenarios(world))
  describe('shows thousands of columns', () => wideScenarios(world))
  describe('selects cells', () => selectionScenarios(world))
  describe('prints', () => printScenarios(world))
  describe('shows a chart', () => chartScenarios(world))
  describe('downloads files', () => downloadScenarios(world))
  describe('explains a number', () => drilldownScenarios(world))
  describe('helps', () => helpScenarios(world))
  describe('shows states and errors', () => stateScenarios(world))
})
