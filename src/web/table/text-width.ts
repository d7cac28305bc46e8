/** The assumed width of a letter without a canvas. Pixels. */
const LETTER = 7.6

const pens = new Map<boolean, CanvasRenderingContext2D | null>()

/** Measures the width of a text in the font of the page, with digits of one width. Pixels. */
export function textWidth(text: string, isBold = false): number {
  if (!pens.has(isBold)) pens.set(isBold, penOf(isBold))
  // A canvas has proportional digits only, in which a 1 may be narrower than in a table.
  return pens.get(isBold)?.measureText(text.replaceAll(/\d/g, '0')).width ?? text.length * LETTER
}

function penOf(isBold: boolean): CanvasRenderingContext2D | null {
  if (typeof document === 'undefined') return null
  const pen = document.createElement('canvas').getContext('2d')
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  if (pen) pen.font = `${isBold ? 700 : 400} ${fontSize} ${fontFamily}`
  return pen
}
