import { z } from 'zod'

const text = z.string()

const field = z.strictObject({
  id: text,
  name: text.nullable().meta({ description: 'null while the store does not know the field.' }),
})

/** The JSON of a log name that is mapped to a field. */
export const mappedLogName = z
  .strictObject({ name: text, field })
  .meta({ description: 'A name in logs, and the field to which an administrator mapped it.' })

/** The JSON of the log names. */
export const logNameList = z
  .strictObject({
    mapped: z.array(z.strictObject({ name: text, field })),
    unmatched: z.array(
      z.strictObject({
        name: text,
        issues: z.int(),
        examples: z.array(text).meta({ description: 'The keys of some of the issues.' }),
        fields: z.array(field).meta({ description: 'The fields with this name; empty if it matches none.' }),
      }),
    ),
  })
  .meta({ description: 'The mapped names in logs, and those that match no field or several; of most issues first.' })

/** The schemas of log names in the OpenAPI document. */
export const logNameComponents = { MappedLogName: mappedLogName, LogNameList: logNameList }
