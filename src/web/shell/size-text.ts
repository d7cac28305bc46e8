import { formatNumber } from '../texts/format.ts'

/** Returns the size of a file as text, in kB or MB. */
export function sizeText(bytes: number): string {
  const [amount, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'kB'] : [Math.round(bytes / 100_000) / 10, 'MB']
  return `${formatNumber(amount)} ${unit}`
}
