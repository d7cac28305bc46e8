/** Returns a function that computes the value of an object once and caches it as long as the object exists. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>()
  return key => {
    if (!values.has(key)) values.set(key, compute(key))
    return values.get(key)!
  }
}
