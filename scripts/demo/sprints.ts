import type { Instant } from '../../src/core/time/instant.ts'
import { DAY, END, HOUR, START } from './period.ts'

/** Two weeks of planned work. */
export interface Sprint {
  readonly id: string
  readonly name: string
  /** Its index among the project's sprints, from 0. */
  readonly index: number
  readonly start: Instant
  /** When it is closed, and the next one starts. */
  readonly end: Instant
  readonly state: 'closed' | 'active' | 'future'
  /** The sprint as in the field of an issue. */
  readonly text: string
}

const LENGTH = 14 * DAY
const BREAK = HOUR

/**
 * Returns the sprints of a project, including a future one, back to back from Wednesday to Wednesday.
 *
 * At the end of the demo, one sprint is active and the one after it is in the future; all others are closed.
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

/** Returns the first sprint that starts after an instant, or `undefined` if it is after the last one. */
export function nextSprint(sprints: readonly Sprint[], at: Instant): Sprint | undefined {
  const elapsed = Math.floor((at - sprints[0]!.start) / LENGTH) + 1
  return sprints[Math.max(0, elapsed)]
}

/** Formats a sprint as Data Center does: as the text of a Java object. */
function textOf({ id, name, state, start, end }: Omit<Sprint, 'text'>): string {
  const address = ((Number(id) * 2_654_435_761) % 0xffffffff).toString(16)
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
  const times = `startDate=${from},endDate=${to},completeDate=${state === 'closed' ? to : '<null>'}`
  const properties = `id=${id},rapidViewId=1,state=${state.toUpperCase()},name=${name},${times},sequence=${id},goal=`
  return `com.atlassian.greenhopper.service.sprint.Sprint@${address}[${properties}]`
}
