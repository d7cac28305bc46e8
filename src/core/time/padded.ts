/** Returns a non-negative number with leading zeros, at least `width` digits long: `padded(7, 2)` is `07`. */
export function padded(value: number | bigint, width: number): string {
  return String(value).padStart(width, '0')
}
