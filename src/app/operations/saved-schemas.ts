import { z } from 'zod'

const text = z.string()

/** The JSON of parameters and of display options. */
export const namedValues = z.array(z.strictObject({ name: text, value: text }))

/** The members of saved reports and teams that the owner chooses. */
export const ownerChoices = {
  name: text.meta({ description: 'At most 200 characters; unique for its owner.' }),
  sharing: z.enum(['private', 'group', 'everyone']).meta({
    description: 'Who may open it besides its owner: nobody, a group, or everyone who may see its data.',
  }),
  group: text.nullable().meta({ description: 'The name of the group, with the sharing group.' }),
}

/** The choices that a body may leave out. */
export const optionalChoices = {
  ...ownerChoices,
  sharing: ownerChoices.sharing.optional(),
  group: ownerChoices.group.optional(),
}

/** The members of saved reports and teams that the server adds. */
export const shownMembers = {
  owner: text.nullable().meta({ description: 'The login of its owner; null without a sign-in.' }),
  isOwn: z.boolean(),
  mayRemove: z.boolean(),
  created: text.nullable().meta({ description: 'Null for those that an older version saved.' }),
  updated: text.nullable(),
  address: text,
}

/** The members of a page of saved reports or teams, without its rows. */
export const listMembers = {
  total: z.int(),
  startIndex: z.int(),
  groups: z.array(text).meta({ description: 'The groups with which the caller may share.' }),
}
