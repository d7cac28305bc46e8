/** `1,874 issues`; `one` is the word for a single one. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : several}`
}

/** A whole number with its thousands apart. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** A number of bytes in megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** A length of time, roughly: `3.2 s`, `2 min 5 s`. */
export function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
