import type { Team } from '../teams/team-types.ts'
import { findTeam, listTeams, removeTeam, restoreTeam, saveTeam } from '../teams/teams.ts'
import { readListRequest } from '../views/read-list-request.ts'
import { listParameters } from './list-parameters.ts'
import { type Json, operation } from './operation.ts'
import { newTeam } from './team-schemas.ts'

const ALL = '/api/teams'
const ONE = `${ALL}/{id}`

/** The largest accepted team: more than its limits allow. Bytes. */
const BODY_LIMIT = 1024 * 1024

const addressed = (team: Team) => ({ ...team, address: `${ALL}/${team.id}` })

const EXAMPLE = {
  name: 'Web team',
  sharing: 'everyone',
  parameters: [
    { name: 'filterType', value: 'project' },
    { name: 'projectKey', value: 'WEB' },
    { name: 'workflow', value: 'default' },
    { name: 'calendar', value: '0' },
  ],
}

const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const found = { status: 200, description: 'The team.', content: 'Team', bodyOf: addressed } as const

const unknown = 'There is no such team, or it is not shared with the caller.'
const conflict = 'The owner has another team with this name, or 500 teams.'

/** The operations of teams; `openable` of saved reports says who may open which. */
export const teamOperations = {
  list: operation({
    admits: 'users',
    cost: 'read',
    errors: ['FORBIDDEN'],
    run: listTeams,
    route: {
      method: 'GET',
      path: ALL,
      stability: 'experimental',
      id: 'listTeams',
      summary: 'The teams that the caller may open, by name.',
      parameters: listParameters('teams'),
      argumentsOf: async ({ parameters, context }) => [readListRequest(await parameters()), context],
      answers: [
        {
          status: 200,
          description: 'A page of teams.',
          content: 'TeamList',
          bodyOf: list => ({ ...list, teams: list.teams.map(addressed) }),
        },
      ],
      refusals: {
        400: 'A parameter is unknown, given twice or not possible.',
        403: 'The scope is all, and the caller is no administrator.',
      },
    },
  }),
  find: operation({
    admits: 'users',
    cost: 'read',
    errors: ['TEAM_UNKNOWN'],
    run: findTeam,
    route: {
      method: 'GET',
      path: ONE,
      stability: 'experimental',
      id: 'team',
      summary: 'A team.',
      parameters: [id],
      argumentsOf: ({ path, context }) => [path.id!, context],
      answers: [found],
      refusals: { 404: unknown },
    },
  }),
  save: operation({
    admits: 'users',
    cost: 'write',
    errors: ['TEAM_INVALID', 'TEAM_UNKNOWN', 'TEAM_NOT_OWN', 'TEAM_TAKEN', 'TEAMS_TOO_MANY', 'SHARED_TEAMS_TOO_MANY'],
    run: saveTeam,
    route: {
      method: 'PUT',
      path: ONE,
      stability: 'experimental',
      id: 'saveTeam',
      summary: 'Saves a team: replaces the own one with this id or name, or adds one with this name.',
      parameters: [id],
      body: { schema: newTeam, example: EXAMPLE, limit: BODY_LIMIT },
      argumentsOf: ({ path, json, context: { caller } }) => [path.id!, json, { caller }],
      answers: [
        {
          status: 201,
          description: 'The new team. Location has its address.',
          content: 'Team',
          when: ({ isNew }) => isNew,
          bodyOf: ({ team }) => addressed(team),
          headers: ({ team }) => ({ location: addressed(team).address }),
          documentedHeaders: ['Location'],
        },
        { status: 200, description: 'The team.', content: 'Team', bodyOf: ({ team }) => addressed(team) },
      ],
      refusals: {
        400: 'The body is not a team. The messages have all errors.',
        403: 'It belongs to another user, or the request is from another site.',
        404: unknown,
        409: conflict,
      },
    },
  }),
  remove: operation({
    admits: 'users',
    cost: 'write',
    errors: ['TEAM_UNKNOWN', 'TEAM_NOT_OWN'],
    run: removeTeam,
    route: {
      method: 'DELETE',
      path: ONE,
      stability: 'experimental',
      id: 'removeTeam',
      summary: 'Removes an own team; an administrator may remove all.',
      parameters: [id],
      argumentsOf: ({ path, context: { caller } }) => [path.id!, { caller }],
      answers: [{ status: 204, description: 'It was removed.' }],
      refusals: { 403: 'It belongs to another user.', 404: unknown },
    },
  }),
  restore: operation({
    admits: 'users',
    cost: 'write',
    errors: ['TEAM_UNKNOWN', 'TEAM_TAKEN', 'TEAMS_TOO_MANY', 'SHARED_TEAMS_TOO_MANY'],
    run: restoreTeam,
    route: {
      method: 'POST',
      path: `${ONE}/restore`,
      stability: 'experimental',
      id: 'restoreTeam',
      summary: 'Restores an own team that was removed less than 24 hours ago.',
      parameters: [id],
      argumentsOf: ({ path, context: { caller } }) => [path.id!, { caller }],
      answers: [found],
      refusals: { 404: unknown, 409: conflict },
    },
  }),
}
