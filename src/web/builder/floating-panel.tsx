import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import './floating-panel.css'

/** The gap to the anchor, and the least useful height. Pixels. */
const [GAP, MIN_HEIGHT] = [4, 160]

/** A panel below its anchor, or above it if there is more space, at least as wide. It follows the anchor on scrolling. */
export function FloatingPanel({
  anchor,
  children,
}: {
  readonly anchor: RefObject<HTMLElement | null>
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const float = box.current!
    float.showPopover()
    const update = () => {
      if (anchor.current) position(float, anchor.current.getBoundingClientRect())
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
  }, [anchor])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing the panel, such as to scroll, must not blur the field
    <div className="builder-float" popover="manual" ref={box} onMouseDown={event => event.preventDefault()}>
      {children}
    </div>
  )
}

function position(float: HTMLElement, anchor: DOMRect): void {
  const { innerWidth, innerHeight } = window
  const [below, above] = [innerHeight - anchor.bottom - 2 * GAP, anchor.top - 2 * GAP]
  const isBelow = below >= Math.min(float.scrollHeight, MIN_HEIGHT) || below >= above
  float.style.maxHeight = `${Math.max(MIN_HEIGHT / 2, isBelow ? below : above)}px`
  float.style.minWidth = `${anchor.width}px`
  const { width, height } = float.getBoundingClientRect()
  float.style.left = `${Math.max(GAP, Math.min(anchor.left, innerWidth - width - GAP))}px`
  float.style.top = `${isBelow ? anchor.bottom + GAP : anchor.top - GAP - height}px`
}
