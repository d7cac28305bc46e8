/** Formats a count with its noun, such as `1,874 issues`; `one` is the singular. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : several}`
}

/** Formats an integer with thousands separators. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** Formats a number of bytes: `3.1 MB`, and below 0.1 MB in kB, rounded up. */
export function dataSize(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Formats a duration, rounded: `3.2 s`, `2 min 5 s`. */
export function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
