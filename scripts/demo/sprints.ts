import type { Instant } from '../../src/time/instant.ts'
import { DAY, END, HOUR, START } from './period.ts'

/** Two weeks of planned work. */
export interface Sprint {
  readonly id: string
  readonly name: string
  /** Its place among the project's sprints, from 0. */
  readonly index: number
  readonly start: Instant
  /** The moment of its closing, which begins the next one. */
  readonly end: Instant
  readonly state: 'closed' | 'active' | 'future'
  /** The sprint as the field of an issue tells it. */
  readonly text: string
}

const LENGTH = 14 * DAY
const BREAK = HOUR

/**
 * The sprints of a project from its first to the future one, back to back from Wednesday to Wednesday.
 *
 * Seen from the demo's end: all closed, but for one active and after that one future sprint.
 */
export function sprintsOf(projectKey: string, firstId: number, firstWeek: number): readonly Sprint[] {
  const sprints: Sprint[] = []
  for (let index = 0; sprints.at(-1)?.state !== 'future'; index++) {
    const start = START + (7 * firstWeek + 2) * DAY + 9.5 * HOUR + index * LENGTH
    const state = start + LENGTH <= END ? 'closed' : start <= END ? 'active' : 'future'
    const name = `${projectKey} Sprint ${index + 1}`
    const sprint = { id: String(firstId + index), name, index, start, end: start + LENGTH - BREAK, state } as const
    sprints.push({ ...sprint, text: textOf(sprint) })
  }
  return sprints
}

/** The first of the sprints that has not begun at a moment, or `undefined` when that is after the last of them. */
export function nextSprint(sprints: readonly Sprint[], at: Instant): Sprint | undefined {
  const elapsed = Math.floor((at - sprints[0]!.start) / LENGTH) + 1
  return sprints[Math.max(0, elapsed)]
}

/** Data Center gives a sprint as the text of a Java object. */
function textOf({ id, name, state, start, end }: Omit<Sprint, 'text'>): string {
  const address = ((Number(id) * 2_654_435_761) % 0xffffffff).toString(16)
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
  const times = `startDate=${from},endDate=${to},completeDate=${state === 'closed' ? to : '<null>'}`
  const words = `id=${id},rapidViewId=1,state=${state.toUpperCase()},name=${name},${times},sequence=${id},goal=`
  return `com.atlassian.greenhopper.service.sprint.Sprint@${address}[${words}]`
}
