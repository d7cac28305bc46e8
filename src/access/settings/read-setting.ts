/** The parsed value of a setting, or the reason why it is invalid; `null` when the allowed values explain it. */
export type ReadSetting<T> = { readonly value: T } | { readonly why: string | null }

/** Returns that a value is invalid. */
export function refused(why: string | null = null): { readonly why: string | null } {
  return { why }
}
