import { useRef, useState } from 'react'

type Actions = Readonly<Record<string, (...args: never[]) => void>>

/** Returns actions that never change, and always act as in the last render. */
export function useStable<T extends Actions>(actions: T): T {
  const present = useRef(actions)
  present.current = actions
  const [stable] = useState(() => {
    const entries = Object.keys(actions).map(name => [name, (...args: never[]) => present.current[name]?.(...args)])
    return Object.fromEntries(entries) as T
  })
  return stable
}
