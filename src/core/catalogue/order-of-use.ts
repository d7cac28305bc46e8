/** How many issues entered one status before another for the first time. Both are ids. */
export interface EntryOrder {
  readonly earlier: string
  readonly later: string
  readonly issues: number
}

/** A status among those that are not ordered yet. */
interface Candidate {
  readonly id: string
  /** Its position in the given order. */
  readonly position: number
  /** The share of its comparisons in which it came second; infinite without comparisons. */
  readonly lateness: number
  /** By how many issues it comes before others that are not ordered yet, and after them. */
  before: number
  after: number
  /** The margins of issues over the other statuses; negative if the other one comes first. */
  readonly margins: Map<Candidate, number>
}

/**
 * Returns the ids of statuses in the order of their use: a status comes before another one if more issues entered it first.
 *
 * Statuses that nothing precedes come next, those that issues enter earliest first. Statuses that precede each other in a
 * circle are ordered by the number of issues. What histories do not decide keeps the given order. The result does not depend
 * on the order of the `entries`. Source: Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set
 * problem" (1993).
 */
export function orderOfUse(ids: readonly string[], entries: readonly EntryOrder[]): string[] {
  const left = new Set(candidatesOf(ids, entries))
  const first: string[] = []
  const last: string[] = []
  while (left.size > 0) {
    const all = [...left]
    const starts = all.filter(({ after }) => after === 0)
    const ends = all.filter(({ before, after }) => before === 0 && after > 0)
    const next = starts.length > 0 ? best(starts, isEarlier) : ends.length > 0 ? best(ends, isLater) : best(all, leads)
    if (starts.length === 0 && ends.length > 0) last.push(next.id)
    else first.push(next.id)
    remove(next, left)
  }
  return [...first, ...last.reverse()]
}

function candidatesOf(ids: readonly string[], entries: readonly EntryOrder[]): Candidate[] {
  const [won, lost] = [new Map<string, number>(), new Map<string, number>()]
  const add = (counts: Map<string, number>, id: string, issues: number) =>
    counts.set(id, (counts.get(id) ?? 0) + issues)
  for (const { earlier, later, issues } of entries) {
    add(won, earlier, issues)
    add(lost, later, issues)
  }
  const candidates = new Map(
    ids.map((id, position): [string, Candidate] => {
      const [wins, losses] = [won.get(id) ?? 0, lost.get(id) ?? 0]
      const lateness = wins + losses === 0 ? Number.POSITIVE_INFINITY : losses / (wins + losses)
      return [id, { id, position, lateness, before: 0, after: 0, margins: new Map() }]
    }),
  )
  for (const { earlier, later, issues } of entries) {
    const [one, other] = [candidates.get(earlier), candidates.get(later)]
    if (!one || !other || one === other) continue
    one.margins.set(other, (one.margins.get(other) ?? 0) + issues)
    other.margins.set(one, (other.margins.get(one) ?? 0) - issues)
  }
  const all = [...candidates.values()]
  for (const one of all) {
    for (const margin of one.margins.values()) {
      one.before += Math.max(0, margin)
      one.after += Math.max(0, -margin)
    }
  }
  return all
}

function remove(removed: Candidate, left: Set<Candidate>): void {
  left.delete(removed)
  for (const [other, margin] of removed.margins) {
    other.after -= Math.max(0, margin)
    other.before -= Math.max(0, -margin)
  }
}

/** Returns the candidate that comes before all others by `isBetter`; of equal ones, the first. */
function best(candidates: readonly Candidate[], isBetter: (one: Candidate, other: Candidate) => boolean): Candidate {
  return candidates.reduce((most, one) => (isBetter(one, most) ? one : most))
}

function isEarlier(one: Candidate, other: Candidate): boolean {
  return one.lateness < other.lateness || (one.lateness === other.lateness && one.position < other.position)
}

function isLater(one: Candidate, other: Candidate): boolean {
  return isEarlier(other, one)
}

function leads(one: Candidate, other: Candidate): boolean {
  const difference = one.before - one.after - (other.before - other.after)
  return difference > 0 || (difference === 0 && isEarlier(one, other))
}
