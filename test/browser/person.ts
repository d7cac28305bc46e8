import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a person did on a page. */
export interface Effort {
  /** Clicks and taps; a choice in a native list is two: one opens it. */
  readonly clicks: number
  /** Pressed keys, without those of typed texts. */
  readonly keys: number
  /** Typed texts. */
  readonly texts: number
}

/** A point of an element, from its left top corner. Pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Uses a page as a person does, and counts the effort. */
export interface Person {
  /** Clicks in the middle of a target, or at a point of it. */
  readonly click: (target: Locator, position?: Point) => Promise<void>
  readonly tap: (target: Locator, position?: Point) => Promise<void>
  /** Chooses an option of a native list by its text. */
  readonly choose: (list: Locator, option: string) => Promise<void>
  /** Replaces the text of a field. */
  readonly fill: (field: Locator, text: string) => Promise<void>
  /** Types a text where the focus is. */
  readonly type: (text: string) => Promise<void>
  readonly press: (key: string) => Promise<void>
  /** Fails if the effort is not exactly this, or if anything was done without counting it. */
  readonly expectEffort: (effort: Partial<Effort>) => Promise<void>
}

/** Returns a person at a page. */
export async function personAt(page: Page): Promise<Person> {
  const done = { clicks: 0, keys: 0, texts: 0 }
  // A list that the browser draws gets no event of a pointer.
  let pointed = 0
  await page.evaluate(() => {
    addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        const root = document.documentElement
        if (isTrusted) root.dataset.pointed = String(Number(root.dataset.pointed ?? 0) + 1)
      },
      true,
    )
  })
  const press = async (target: Locator, act: 'click' | 'tap', position: Point | undefined) => {
    done.clicks++
    pointed++
    await (position === undefined ? target[act]() : target[act]({ position }))
  }
  return {
    click: (target, position) => press(target, 'click', position),
    tap: (target, position) => press(target, 'tap', position),
    choose: async (list, option) => {
      done.clicks += 2
      await list.selectOption(option)
    },
    fill: async (field, text) => {
      done.texts++
      await field.fill(text)
    },
    type: async text => {
      done.texts++
      await page.keyboard.type(text)
    },
    press: async key => {
      done.keys++
      await page.keyboard.press(key)
    },
    expectEffort: async effort => {
      expect(done).toEqual({ clicks: 0, keys: 0, texts: 0, ...effort })
      const seen = await page.evaluate(() => Number(document.documentElement.dataset.pointed ?? 0))
      expect(seen).toBe(pointed)
    },
  }
}
