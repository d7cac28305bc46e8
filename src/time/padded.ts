/** A number that is not negative with zeros before it, to at least `width` digits: `padded(7, 2)` is `07`. */
export function padded(value: number | bigint, width: number): string {
  return String(value).padStart(width, '0')
}
