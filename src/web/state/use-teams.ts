import { useQuery } from '@tanstack/react-query'
import type { Team, TeamList } from '../../app/teams/team-types.ts'
import { getJson } from '../api/client.ts'

/** The path of the teams. */
export const TEAMS_PATH = '/api/teams'

/** The key of the teams in the cache. */
export const TEAMS_KEY = ['teams'] as const

/** All teams that the user may open, by name, and the groups to share with. */
export interface SavedTeams {
  readonly teams: readonly Team[]
  readonly groups: readonly string[]
}

/** Returns the teams of the user. */
export function useTeams() {
  return useQuery({ queryKey: TEAMS_KEY, queryFn: ({ signal }) => fetchTeams(signal) })
}

/** Returns a team. Its error says that there is none, or that it is not shared. */
export function useTeam(id: string) {
  return useQuery({
    queryKey: [...TEAMS_KEY, id],
    queryFn: ({ signal }) => getJson<Team>(`${TEAMS_PATH}/${encodeURIComponent(id)}`, signal),
  })
}

/** The most teams in a response of the server. */
const PAGE_SIZE = 200

async function fetchTeams(signal: AbortSignal): Promise<SavedTeams> {
  const teams: Team[] = []
  for (;;) {
    const page = await getJson<TeamList>(`${TEAMS_PATH}?startIndex=${teams.length}&pageSize=${PAGE_SIZE}`, signal)
    teams.push(...page.teams)
    if (page.teams.length === 0 || teams.length >= page.total) return { teams, groups: page.groups }
  }
}
