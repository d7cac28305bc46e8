type Rgb = readonly [red: number, green: number, blue: number]

/** Returns the text color with the better contrast on a color between two others. `share` is from 0 to 1. */
export function textColorOn(share: number, [from = '', to = '']: readonly string[]): string {
  const [start, end] = [parseColor(from), parseColor(to)]
  const mixed = start.map((value, i) => value + (end[i]! - value) * share)
  const light = luminance(mixed as unknown as Rgb)
  // The contrast ratio of WCAG 2.2.
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

/** Parses `#rrggbb` and `rgb(r, g, b)`. Other texts are white. */
export function parseColor(text: string): Rgb {
  const [, red, green, blue] =
    /^#(..)(..)(..)$/.exec(text)?.map((part, i) => (i === 0 ? part : String(Number.parseInt(part, 16)))) ??
    /^rgb\((\d+), *(\d+), *(\d+)\)$/.exec(text) ??
    []
  return blue === undefined ? [255, 255, 255] : [Number(red), Number(green), Number(blue)]
}

/** Returns the relative luminance of WCAG 2.2, from 0 to 1. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
