import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a table rendered while it scrolled. */
interface Rendered {
  /** The updates of the page. */
  readonly commits: number
  /** New elements: the rows of the body, the column headers, and cells of any kind. */
  readonly rows: number
  readonly columns: number
  readonly cells: number
  /** How many lines and how many columns are rendered at the end. */
  readonly lines: number
  readonly across: number
}

/** The script of a page that counts its updates. */
export const COUNT_UPDATES = `(${countUpdates})()`

function countUpdates(): void {
  const counted = { commits: 0 }
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberUnmount: () => {},
    onCommitFiberRoot: () => {
      counted.commits++
    },
  }
  Object.assign(window, { counted, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

/**
 * Scrolls the table in steps of so many pixels. Each step may update the page once, and renders nothing but the rows and
 * columns that come into view.
 */
export async function expectLittleWork(page: Page, across: number, down: number): Promise<void> {
  const steps = 15
  const rendered = await scrolledBy(page, across, down, steps)
  // The state of scrolling changes once more at the end, for rows and for columns.
  expect(rendered.commits).toBeLessThanOrEqual(steps + 2)
  expect(rendered.commits).toBeGreaterThan(0)
  const { rows, columns, cells, lines } = rendered
  if (down === 0) {
    expect([rows, columns > 0]).toEqual([0, true])
    expect(cells).toBe(columns * lines)
  } else {
    expect([columns, rows > 0]).toEqual([0, true])
    expect(cells).toBe(rows * rendered.across)
  }
}

function scrolledBy(page: Page, across: number, down: number, steps: number): Promise<Rendered> {
  return page.getByRole('grid').evaluate(
    async (grid, { across, down, steps }) => {
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
      const { counted } = window as unknown as { counted: { commits: number } }
      /** Waits until the page was not updated for some frames. */
      const quiet = async () => {
        for (let frames = 0, before = counted.commits; frames < 20; frames++) {
          await frame()
          if (counted.commits !== before) [frames, before] = [0, counted.commits]
        }
      }
      const sum = { rows: 0, columns: 0, cells: 0 }
      const count = (root: Element, selector: string) =>
        root.querySelectorAll(selector).length + (root.matches(selector) ? 1 : 0)
      const observer = new MutationObserver(changes => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue
            sum.rows += count(node, '.table-body-row')
            sum.columns += count(node, '.table-column')
            sum.cells += count(node, '.table-cell')
          }
        }
      })
      // What is still being rendered is no part of the scrolling.
      await quiet()
      observer.observe(grid, { childList: true, subtree: true })
      const before = counted.commits
      for (let step = 0; step < steps; step++) {
        grid.scrollBy(across, down)
        await frame()
      }
      await quiet()
      observer.disconnect()
      return {
        ...sum,
        commits: counted.commits - before,
        lines: grid.querySelectorAll('.table-body-row, .table-foot [role=row]').length + 1,
        across: grid.querySelectorAll('.table-column').length,
      }
    },
    { across, down, steps },
  )
}
