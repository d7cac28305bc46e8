import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sample, sampleOfCommit } from '../support/sampling.ts'
import { judged, judgedDark } from './axe.ts'
import type { BrowserFixture } from './browser-fixture.ts'
import type { PageOptions } from './browser-pages.ts'
import { layoutFaults } from './layout-faults.ts'
import { type PageState, statesAt } from './page-states.ts'

/** A kind of screen, and the sizes at which a state is examined. */
export interface Screen {
  readonly name: string
  readonly options: PageOptions
  readonly width: number
  /** The widths at which the layout has to be without faults. */
  readonly widths: readonly number[]
}

/** States that together have most elements of the page. Half of them are visited for each commit. */
const MAIN = [
  ...['the screen of a team', 'a sorted list with fields, shaded', 'an aggregation with all settings'],
  ...['a chart with many columns', 'the explanation of a cell', 'a calendar with mistakes'],
]

/** The part of the other states that is visited for each commit. */
const SHARE = 0.03

/** States that have the same elements as another one. */
const ALIKE = /^the (chart|report) (?!heat|durationBetweenStatuses|assigneeDurationByStatus)/

/** Visits a sample of the states of the page on a kind of screen, and examines each: accessibility and layout. */
export function checkStates(world: BrowserFixture, screen: Screen): void {
  it.each(visited(screen))(`has no faults on a ${screen.name}: $name`, state =>
    world.show(
      state,
      async page => {
        if (!ALIKE.test(state.name)) expect([...(await judged(page)), ...(await judgedDark(page))]).toEqual([])
        await checkLayout(page, screen)
      },
      screen.options,
    ),
  )
}

function visited({ name, width }: Screen): readonly PageState[] {
  const all = statesAt(width)
  const main = sampleOfCommit(`main states on a ${name}`, MAIN, MAIN.length / 2)
  const rest = all.filter(one => !MAIN.includes(one.name))
  const drawn = sample(`states on a ${name}`, rest, Math.ceil(rest.length * SHARE))
  return all.filter(one => main.includes(one.name) || drawn.includes(one))
}

async function checkLayout(page: Page, { options, widths }: Screen): Promise<void> {
  const { height } = options.viewport!
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    expect([width, await layoutFaults(page)]).toEqual([width, []])
  }
}
