import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { FIRST_VISIT, inBrowser, PHONE } from './browser-fixture.ts'
import {
  ageingChart,
  dashboard,
  expectAttention,
  expectDates,
  expectPng,
  expectQuarters,
  expectReopener,
  expectReopenings,
  expectShown,
  expectStays,
  open,
  projectLink,
  SCREEN,
} from './manager-answers.ts'
import { eventually, segment } from './page-helpers.ts'
import type { Person, Point } from './person.ts'

/** How a person presses on something. */
interface Hand {
  readonly name: string
  readonly options: typeof FIRST_VISIT
  readonly test: typeof itDrawn
  readonly press: (person: Person, target: Locator, position?: Point) => Promise<void>
}

const HANDS: readonly Hand[] = [
  { name: 'with a mouse', options: FIRST_VISIT, test: it, press: (person, ...at) => person.click(...at) },
  { name: 'on a phone', options: PHONE, test: itDrawn, press: (person, ...at) => person.tap(...at) },
]

// The tasks of a delivery manager. The first starts on the home page, the others on the screen. The answers come from the interface.
inBrowser('a delivery manager', world => {
  for (const { name, options, test, press } of HANDS) {
    test(`sees what needs attention now, and why, in 1 click from home ${name}`, () =>
      open(
        world,
        '/',
        async (page, person) => {
          await press(person, projectLink(page))
          await expectAttention(world, page)
          await person.expectEffort({ clicks: 1 })
        },
        options,
      ))

    test(`explains one dot in 2 clicks ${name}`, () =>
      open(
        world,
        SCREEN,
        async (page, person) => {
          const chart = ageingChart(page)
          await press(person, chart, await lateDot(chart))
          const { stays, longest, statuses, issueKey } = await expectStays(world, page)
          const { attention } = await dashboard(world)
          expect(attention.items.filter(({ overSle }) => overSle).map(({ key }) => key)).toContain(issueKey)
          await press(person, stays.nth(longest + 1).getByRole('button'))
          await expectShown(page, `[data-stay="statuses:${longest}"]`, statuses[longest]!.by!)
          await person.expectEffort({ clicks: 2 })
        },
        options,
      ))

    test(`sees whether it is better than last quarter in 1 click ${name}`, () =>
      open(
        world,
        SCREEN,
        async (page, person) => {
          await press(person, segment(page, 'Last quarter'))
          await expectQuarters(world, page)
          await person.expectEffort({ clicks: 1 })
        },
        options,
      ))

    test(`sees when 20 more are done in 1 click and a number ${name}`, () =>
      open(
        world,
        SCREEN,
        async (page, person) => {
          await press(person, page.getByLabel('Issues to finish'))
          await person.type('20')
          await expectDates(world, page)
          await person.expectEffort({ clicks: 1, texts: 1 })
        },
        options,
      ))

    test(`saves a chart for a slide in 2 clicks ${name}`, () =>
      open(
        world,
        SCREEN,
        async (page, person) => {
          await press(person, page.getByRole('button', { name: 'Save “Where work waits” as an image' }))
          await expectPng(page, () => press(person, page.getByRole('button', { name: 'Save as PNG' })))
          await person.expectEffort({ clicks: 2 })
        },
        options,
      ))

    test(`sees who reopened what in 2 clicks ${name}`, () =>
      open(
        world,
        SCREEN,
        async (page, person) => {
          const row = await expectReopenings(world, page)
          await press(person, row.getByRole('link'))
          const drawer = page.getByRole('dialog', { name: 'Reopened by this person' })
          await press(person, drawer.locator('.drilldown-issues th a').first())
          await expectReopener(world, page)
          await person.expectEffort({ clicks: 2 })
        },
        options,
      ))
  }
})

/** The color of late issues in light mode: red, green and blue. */
const LATE = [0x88, 0x22, 0x55]

/** Returns the point of a chart with the first dot in the color of late issues, once it is drawn. */
async function lateDot(chart: Locator): Promise<Point> {
  const find = () =>
    chart.evaluate((section, late) => {
      const canvas = section.querySelector('canvas')!
      const { width, data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const isLate = (pixel: number) =>
        late.every((value, part) => Math.abs(data[4 * pixel + part]! - value) < 4) && data[4 * pixel + 3]! > 200
      const first = Array.from({ length: data.length / 4 }, (_, pixel) => pixel).find(isLate)
      // Some rows below its top.
      return first === undefined ? null : { x: first % width, y: Math.floor(first / width) + 4 }
    }, LATE)
  await eventually(find).not.toBeNull()
  return (await find())!
}
