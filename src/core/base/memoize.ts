/** Returns a function that computes the value of an object once and caches it as long as the object exists. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>()
  return key => {
    if (!values.has(key)) values.set(key, compute(key))
    return values.get(key)!
  }
}

/** Returns a function that computes the value of a text once, and caches it for good. */
export function memoizeText<V extends object>(compute: (text: string) => V): (text: string) => V {
  const values = new Map<string, V>()
  return text => {
    const known = values.get(text)
    if (known) return known
    const value = compute(text)
    values.set(text, value)
    return value
  }
}
