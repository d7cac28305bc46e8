import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import './floating-panel.css'

/** The gap to the anchor, and the least useful height. Pixels. */
const [GAP, MIN_HEIGHT] = [4, 160]

/** A panel below its anchor, or above it if there is more space. It follows the anchor when the page scrolls. */
export function FloatingPanel({
  anchor,
  isWide = false,
  children,
}: {
  readonly anchor: RefObject<HTMLElement | null>
  /** At least as wide as its anchor. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const float = box.current!
    float.showPopover()
    const update = () => {
      if (anchor.current) position(float, anchor.current.getBoundingClientRect(), isWide)
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(float)
    window.addEventListener('scroll', update, true)
    window.addEventListener('resize', update)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', update, true)
      window.removeEventListener('resize', update)
    }
  }, [anchor, isWide])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on it, as to scroll, takes the focus from no field
    <div className="ask-float" popover="manual" ref={box} onMouseDown={event => event.preventDefault()}>
      {children}
    </div>
  )
}

function position(float: HTMLElement, anchor: DOMRect, isWide: boolean): void {
  const { innerWidth, innerHeight } = window
  const [below, above] = [innerHeight - anchor.bottom - 2 * GAP, anchor.top - 2 * GAP]
  const isBelow = below >= Math.min(float.scrollHeight, MIN_HEIGHT) || below >= above
  float.style.maxHeight = `${Math.max(MIN_HEIGHT / 2, isBelow ? below : above)}px`
  if (isWide) float.style.minWidth = `${anchor.width}px`
  const { width, height } = float.getBoundingClientRect()
  // A menu ends where its button ends, a list begins where its field begins.
  const left = isWide ? anchor.left : anchor.right - width
  float.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`
  float.style.top = `${isBelow ? anchor.bottom + GAP : anchor.top - GAP - height}px`
}
