import type { Team } from '../../app/teams/team-types.ts'
import { wallTexts } from '../texts/wall.ts'

/** How long each team is shown, to choose from. Seconds. */
export const DWELLS = [15, 30, 60, 300] as const

/** The default of them. */
const USUAL_DWELL = 30

/** The interval of refreshes without an open stream of changes. Milliseconds. */
export const RENEWAL = 60_000

/** The interval of refreshes with one: issues in progress grow older without a change. Milliseconds. */
export const AGEING = 10 * RENEWAL

/** The shortest time between a change and the refresh: a first sync of a tracker makes changes for minutes. Milliseconds. */
export const PAUSE = 5_000

/** Returns how long each team is shown. Seconds. */
export function dwellIn(text: string | undefined): number {
  return DWELLS.find(seconds => String(seconds) === text) ?? USUAL_DWELL
}

/** Returns the teams of a wall in the order of their ids, or all teams; and how many of the ids are unknown. */
export function teamsOfWall(teams: readonly Team[], ids: readonly string[] | null) {
  if (ids === null) return { shown: teams, unknown: 0 }
  const shown = ids.flatMap(id => teams.find(team => team.id === id) ?? [])
  return { shown, unknown: ids.length - shown.length }
}

/** Returns the ids of a wall with one more team, or one fewer; `null` if it has all teams. */
export function toggled(teams: readonly Team[], shown: readonly Team[], team: Team): readonly string[] | null {
  const isShown = shown.includes(team)
  const next = teams.filter(one => (one === team ? !isShown : shown.includes(one)))
  return next.length === teams.length ? null : next.map(({ id }) => id)
}

/** Returns how old an instant is, in words. */
export function ageText(at: number, now: number): string {
  return wallTexts.age(Math.max(0, Math.floor((now - at) / 60_000)))
}
