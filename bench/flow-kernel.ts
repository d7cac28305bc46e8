import type { Stays } from './kernel.ts'

const TOLERANCE = 600_000
/** The kinds of stages in order. */
const KINDS = ['notStarted', 'active', 'done'] as const
const [NOT_STARTED, IN_PROGRESS, DONE] = [0, 1, 2] as const

/** The kind of the stage of a status. */
export type StatusKind = (typeof KINDS)[number]

/** The numbers of a summary that the kernel computes. */
export interface FlowNumbers {
  readonly finished: number
  readonly withoutStart: number
  /** The finished issues with a start that never moved back. */
  readonly firstTime: number
  readonly reopenings: number
  readonly inProgress: number
  readonly notStarted: number
  /** The 50th and the 85th percentile of the cycle times. */
  readonly cycleTimes: readonly number[]
}

/**
 * Computes the numbers of a summary with the minimum of work: one pass over the stays, ordered by issue. Each status is a
 * stage, and `kindOfStatus` has their kinds, in the tracker's order. Cycle times leave out the time outside of the stages in progress.
 */
export function flowNumbers(
  { issue, status, entered, left }: Stays,
  kindOfStatus: readonly StatusKind[],
  [from, last]: readonly [number, number],
): FlowNumbers {
  const kinds = Uint8Array.from(kindOfStatus, kind => KINDS.indexOf(kind))
  const inOrder = [...kinds.keys()].sort((a, b) => kinds[a]! - kinds[b]! || a - b)
  const stages = new Uint8Array(kinds.length)
  for (const [stage, status] of inOrder.entries()) stages[status] = stage
  let [finished, withoutStart, firstTime, reopenings, inProgress, notStarted] = [0, 0, 0, 0, 0, 0]
  const times: number[] = []
  const stageOf = new Uint8Array(issue.length)
  const kindOf = new Uint8Array(issue.length)
  for (let first = 0, end = 0; first < issue.length; first = end) {
    while (end < issue.length && issue[end] === issue[first]) {
      stageOf[end] = stages[status[end]!]!
      kindOf[end] = kinds[status[end]!]!
      end++
    }
    keepDone(first, end)
    let [isStarted, bounces, counted, finish, wasDone] = [false, 0, 0, 0, false]
    let run = stageOf[first]!
    let isUndone = false
    for (let i = first; i < end; i++) {
      const stage = stageOf[i]!
      if (i > first && stage !== stageOf[i - 1]) {
        const next = visitEnd(i, end)
        isUndone = next < end && stageOf[next] === stageOf[i - 1] && left[next - 1]! - entered[i]! < TOLERANCE
      }
      if (!isUndone && stage !== run) {
        if (isStarted && stage < run) bounces++
        if (wasDone && kindOf[i] !== DONE && entered[i]! >= from && entered[i]! <= last) reopenings++
        run = stage
      }
      if (!isUndone) wasDone = kindOf[i] === DONE
      if (kindOf[i] === DONE && (i === first || kindOf[i - 1] !== DONE)) finish = entered[i]!
      if (kindOf[i] === IN_PROGRESS) {
        isStarted = true
        counted += left[i]! - entered[i]!
      }
    }
    const present = kindOf[end - 1]
    if (present === IN_PROGRESS) inProgress++
    if (present === NOT_STARTED) notStarted++
    if (present !== DONE || finish < from || finish > last) continue
    finished++
    if (!isStarted) withoutStart++
    else {
      times.push(counted)
      if (bounces === 0) firstTime++
    }
  }
  times.sort((a, b) => a - b)
  const cycleTimes = [50, 85].map(percent => times[Math.ceil((percent * times.length) / 100) - 1]!)
  return { finished, withoutStart, firstTime, reopenings, inProgress, notStarted, cycleTimes }

  /** Returns the index after the stays of a visit to a stage. */
  function visitEnd(start: number, end: number): number {
    let next = start + 1
    while (next < end && stageOf[next] === stageOf[start]) next++
    return next
  }

  /** Makes short absences from done stages done. */
  function keepDone(first: number, end: number): void {
    let done = -1
    for (let i = first; i < end; i++) {
      if (kindOf[i] !== DONE) continue
      if (done >= 0 && entered[i]! - left[done]! < TOLERANCE) {
        for (let away = done + 1; away < i; away++) [stageOf[away], kindOf[away]] = [stageOf[done]!, DONE]
      }
      done = i
    }
  }
}
