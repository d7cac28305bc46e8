import { z } from 'zod'
import { listMembers, namedValues, optionalChoices, ownerChoices, shownMembers } from './saved-schemas.ts'

const parameters = namedValues.meta({
  description:
    'Its issues, and how it measures: parameters of flow measures. An id or name of a saved workflow is replaced with a copy.',
})

/** The JSON of a team. */
export const team = z
  .strictObject({ id: z.string(), ...ownerChoices, parameters, ...shownMembers })
  .meta({ description: 'A team. Each caller who opens it sees the data of its own permissions.' })

/** A page of teams. */
export const teamList = z.strictObject({ teams: z.array(team), ...listMembers })

/** The JSON of a team that is saved. */
export const newTeam = z.strictObject({ ...optionalChoices, parameters })

/** The schemas of teams in the OpenAPI document. */
export const teamComponents = { Team: team, TeamList: teamList }
