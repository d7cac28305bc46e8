import type { CSSProperties } from 'react'
import type { StatusLook } from './status-looks.ts'

/** The color and the pattern of a status, next to its name. */
export function StatusSwatch({ look: { color, pattern } }: { readonly look: StatusLook }) {
  return (
    <i
      className={`drilldown-swatch${pattern > 0 ? ` drilldown-swatch-pattern-${pattern}` : ''}`}
      style={{ '--hue': color } as CSSProperties}
    />
  )
}
