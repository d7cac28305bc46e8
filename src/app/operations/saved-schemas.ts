import { z } from 'zod'

const text = z.string()

/** The JSON of parameters and of display options. */
export const namedValues = z.array(z.strictObject({ name: text, value: text }))

/** What an owner chooses for a saved report, as for a team. */
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

/** What the server adds to a saved report, as to a team. */
export const shownMembers = {
  owner: text.nullable().meta({ description: 'The login of its owner; null without a sign-in.' }),
  isOwn: z.boolean(),
  mayRemove: z.boolean(),
  created: text.nullable().meta({ description: 'Null for those that an older version saved.' }),
  updated: text.nullable(),
  address: text,
}

/** What a page of them has besides its rows. */
export const listMembers = {
  total: z.int(),
  startIndex: z.int(),
  groups: z.array(text).meta({ description: 'The groups with which the caller may share.' }),
}
