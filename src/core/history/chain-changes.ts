import type { Change, FieldValue } from './model.ts'

/** What the changes of one instant of a field are ordered by, besides their ids. */
export interface ChainEnds {
  /** The key of the value held before; `null` before the first logged change, where any value is possible. */
  readonly held: string | null
  /** The keys of the values that should be held after: those of the next changes, or the present one. */
  readonly next: ReadonlySet<string>
}

/** Returns a key of the values of one side of a change: equal for equal values, in any order. */
export function keyOf(values: readonly FieldValue[]): string {
  return JSON.stringify(values.map(({ id }) => id).sort())
}

/**
 * Orders the changes of one instant of one field as a chain, in which each `from` is the value held before it; `null` if
 * there is no such chain. `changes` are in the order of their ids.
 *
 * A chain that ends in one of the next values wins, then the one with the smallest list of ids. It is an Eulerian trail
 * over the values, which Hierholzer's algorithm finds in linear time; taking the smallest change first gives the
 * smallest list.
 */
export function chained(changes: readonly Change[], { held, next }: ChainEnds): readonly Change[] | null {
  const edges = changes.map(change => ({ change, from: keyOf(change.from), to: keyOf(change.to) }))
  const surplus = new Map<string, number>()
  for (const { from, to } of edges) {
    surplus.set(from, (surplus.get(from) ?? 0) + 1)
    surplus.set(to, (surplus.get(to) ?? 0) - 1)
  }
  const unbalanced = [...surplus].filter(([, count]) => count !== 0)
  if (unbalanced.some(([, count]) => Math.abs(count) > 1) || unbalanced.length > 2) return null
  const start = unbalanced.find(([, count]) => count === 1)?.[0] ?? startOfCircle(edges, { held, next })
  if (held !== null && start !== held) return null
  const trail = trailFrom(start, edges)
  return trail.length === changes.length ? trail : null
}

interface Edge {
  readonly change: Change
  readonly from: string
  readonly to: string
}

/** Returns where a chain starts that ends where it starts. */
function startOfCircle(edges: readonly Edge[], { held, next }: ChainEnds): string {
  return held ?? (edges.find(({ from }) => next.has(from)) ?? edges[0]!).from
}

function trailFrom(start: string, edges: readonly Edge[]): readonly Change[] {
  // Reversed, so that the smallest change is taken from the end.
  const leaving = new Map<string, Edge[]>()
  for (const edge of edges.toReversed()) {
    const others = leaving.get(edge.from)
    if (others) others.push(edge)
    else leaving.set(edge.from, [edge])
  }
  const path: (Edge | null)[] = [null]
  const trail: Change[] = []
  while (path.length > 0) {
    const last = path.at(-1)!
    const edge = leaving.get(last === null ? start : last.to)?.pop()
    if (edge) path.push(edge)
    else {
      path.pop()
      if (last !== null) trail.push(last.change)
    }
  }
  return trail.reverse()
}
