import { z } from 'zod'

const text = z.string()
const values = z.array(z.strictObject({ name: text, value: text }))

const content = {
  name: text.meta({ description: 'At most 200 characters; unique for its owner.' }),
  sharing: z.enum(['private', 'group', 'everyone']).meta({
    description: 'Who may open it besides its owner: nobody, a group, or everyone who may see its data.',
  }),
  group: text.nullable().meta({ description: 'The name of the group, with the sharing group.' }),
  endpoint: z.enum(['aggregation', 'list']),
  parameters: values.meta({ description: 'The parameters of the report. Relative dates stay relative.' }),
  display: values.meta({ description: 'The display options of the page: show and view.*.' }),
}

/** The JSON of a saved report. */
export const savedReport = z
  .strictObject({
    id: text,
    ...content,
    owner: text.nullable().meta({ description: 'The login of its owner; null without a sign-in.' }),
    isOwn: z.boolean(),
    mayRemove: z.boolean(),
    created: text.nullable().meta({ description: 'Null for reports that an older version saved.' }),
    updated: text.nullable(),
    address: text,
  })
  .meta({
    description: 'A saved report. Sharing shares its parameters: each caller sees the data of its own permissions.',
  })

/** A page of saved reports. */
export const savedReportList = z.strictObject({
  views: z.array(savedReport),
  total: z.int(),
  startIndex: z.int(),
  groups: z.array(text).meta({ description: 'The groups with which the caller may share reports.' }),
})

/** The JSON of a report that is saved. */
export const newReport = z.strictObject({
  ...content,
  sharing: content.sharing.optional(),
  group: content.group.optional(),
  display: content.display.optional(),
})

/** The schemas of saved reports in the OpenAPI document. */
export const viewComponents = { SavedReport: savedReport, SavedReportList: savedReportList }
