import type { Page } from 'playwright-core'

/** What a fault looks like: its kind, and the elements. */
export interface LayoutFault {
  readonly kind:
    | 'outside of the screen'
    | 'outside of its card'
    | 'text under 12 px'
    | 'covered control'
    | 'cut without a tooltip'
  readonly elements: readonly string[]
}

/**
 * Returns what is wrong with the layout of a page, in any state of it: elements that leave the screen or their card sideways, texts under
 * 12 px, controls that a click would miss because something else covers them, and names that are cut without a tooltip.
 */
export function layoutFaults(page: Page): Promise<readonly LayoutFault[]> {
  return page.evaluate(() => {
    const MIN_TEXT = 12
    /** Overlays cover what is below them on purpose; rows scroll below the fixed parts of a table. */
    const COVERS =
      'dialog, [role=dialog], [role=alertdialog], .confirm-backdrop, [role=menu], .floating-position, .shell-toast, .drilldown-drawer'
    const FIXED = '.table-head, .table-foot, .table-pinned, .drilldown-issues thead, .builder-handle'
    const faults = new Map<string, Set<string>>()
    const report = (kind: string, element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      const name = `${element.tagName.toLowerCase()}.${element.className?.toString?.().split(' ')[0] ?? ''} “${text}”`
      faults.set(kind, (faults.get(kind) ?? new Set()).add(name))
    }
    /** Returns the part of an element that its scrolling ancestors show; `null` if they show nothing of it. */
    const shownPart = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      let isFixed = getComputedStyle(element).position === 'fixed'
      for (let up = element.parentElement; up && !isFixed; up = up.parentElement) {
        const style = getComputedStyle(up)
        if (style.clipPath !== 'none' && style.position === 'absolute') return null
        if (style.overflow !== 'visible') {
          const clip = up.getBoundingClientRect()
          left = Math.max(left, clip.left)
          top = Math.max(top, clip.top)
          right = Math.min(right, clip.right)
          bottom = Math.min(bottom, clip.bottom)
        }
        isFixed = style.position === 'fixed'
      }
      return right - left < 1 || bottom - top < 1 ? null : { left, top, right, bottom }
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.visually-hidden, [inert], [data-base-ui-focus-guard]') === null
    const texts = (element: Element) =>
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const isControl = (element: Element) =>
      element.matches('button, a[href], input, select, textarea, summary, [role=option], [role=menuitem]')
    for (const card of document.querySelectorAll('.card')) {
      if (card.scrollWidth > card.clientWidth + 1) report('outside of its card', card)
    }
    for (const element of document.body.querySelectorAll('*')) {
      const isText = texts(element)
      if (!(isText || isControl(element)) || !isVisible(element)) continue
      const part = shownPart(element)
      if (part === null || element.matches('.shell-skip')) continue
      const style = getComputedStyle(element)
      if (part.left < -1 || part.right > innerWidth + 1) report('outside of the screen', element)
      if (isText && Number.parseFloat(style.fontSize) < MIN_TEXT) report('text under 12 px', element)
      const isCut = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      if (isCut && !element.matches('select, input') && element.closest('[title]') === null) {
        report('cut without a tooltip', element)
      }
      if (!isControl(element) || element.matches(':disabled')) continue
      const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2]
      const hit = document.elementFromPoint(x, y)
      if (hit === null || element.contains(hit) || hit.contains(element)) continue
      const label = element.closest('label')
      if (label?.contains(hit)) continue
      const cover = hit.closest(COVERS)
      if (cover && !cover.contains(element)) continue
      const fixed = hit.closest(FIXED)
      if (fixed && !fixed.contains(element) && element.closest('.table-grid, .drilldown-issues, .builder')) continue
      report('covered control', element)
    }
    return [...faults].map(([kind, elements]) => ({
      kind: kind as LayoutFault['kind'],
      elements: [...elements].slice(0, 5),
    }))
  })
}

/** Returns the parts of the page that overflow horizontally. */
export function overflowingParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['html', '.shell-header', '.shell-main', '.shell-panel-body', '.shell-first', '.drilldown-drawer'].filter(part => {
      const element = document.querySelector(part)
      return element !== null && element.scrollWidth > element.clientWidth
    }),
  )
}
