import { z } from 'zod'
import { listMembers, namedValues, optionalChoices, ownerChoices, shownMembers } from './saved-schemas.ts'

const request = {
  endpoint: z.enum(['aggregation', 'list']),
  parameters: namedValues.meta({ description: 'The parameters of the report. Relative dates stay relative.' }),
}

const display = namedValues.meta({ description: 'The display options of the page: show and view.*.' })

/** The JSON of a saved report. */
export const savedReport = z
  .strictObject({ id: z.string(), ...ownerChoices, ...request, display, ...shownMembers })
  .meta({
    description: 'A saved report. Sharing shares its parameters: each caller sees the data of its own permissions.',
  })

/** A page of saved reports. */
export const savedReportList = z.strictObject({ views: z.array(savedReport), ...listMembers })

/** The JSON of a report that is saved. */
export const newReport = z.strictObject({ ...optionalChoices, ...request, display: display.optional() })

/** The schemas of saved reports in the OpenAPI document. */
export const viewComponents = { SavedReport: savedReport, SavedReportList: savedReportList }
