import { z } from 'zod'

const text = z.string()

const content = {
  name: text.meta({ description: 'At most 200 characters; unique for its owner.' }),
  sharing: z.enum(['private', 'group', 'everyone']).meta({
    description: 'Who may open it besides its owner: nobody, a group, or everyone who may see its issues.',
  }),
  group: text.nullable().meta({ description: 'The name of the group, with the sharing group.' }),
  parameters: z.array(z.strictObject({ name: text, value: text })).meta({
    description:
      'Its issues, and how it measures: parameters of flow measures. An id or name of a saved workflow is replaced with a copy.',
  }),
}

/** The JSON of a team. */
export const team = z
  .strictObject({
    id: text,
    ...content,
    owner: text.nullable().meta({ description: 'The login of its owner; null without a sign-in.' }),
    isOwn: z.boolean(),
    mayRemove: z.boolean(),
    created: text.nullable(),
    updated: text.nullable(),
    address: text,
  })
  .meta({ description: 'A team. Each caller who opens it sees the data of its own permissions.' })

/** A page of teams. */
export const teamList = z.strictObject({
  teams: z.array(team),
  total: z.int(),
  startIndex: z.int(),
  groups: z.array(text).meta({ description: 'The groups with which the caller may share teams.' }),
})

/** The JSON of a team that is saved. */
export const newTeam = z.strictObject({
  ...content,
  sharing: content.sharing.optional(),
  group: content.group.optional(),
})

/** The schemas of teams in the OpenAPI document. */
export const teamComponents = { Team: team, TeamList: teamList }
