import { z } from 'zod'

const text = z.string()
const named = z.array(z.strictObject({ id: text, name: text }))

const references = z.array(text).meta({ description: 'Ids, or names that only one has.' })

const blocked = z.strictObject({ fields: references, statuses: references, labels: z.array(text) })

const definition = z.strictObject({
  name: text.meta({ description: 'At most 200 characters, not a number, and not default. Unique.' }),
  stages: z
    .array(
      z.strictObject({
        name: text.meta({ description: 'At most 200 characters; unique in the workflow.' }),
        kind: z.enum(['notStarted', 'active', 'waiting', 'done']),
        statuses: references,
      }),
    )
    .meta({
      description: 'First those not started, then active and waiting ones in any order, then those that are done.',
    }),
  done: z
    .enum(['status', 'resolution'])
    .meta({ description: 'What makes an issue done: a status of a done stage, or a resolution.' }),
  blocked: blocked.meta({ description: 'What blocks an issue: a field while it has a value, a status, a label.' }),
  sle: z
    .strictObject({
      percent: z.int(),
      hours: z.number(),
      date: text.optional().meta({ description: 'yyyy-MM-dd: when it was measured. Only with count.' }),
      count: z.int().optional().meta({ description: 'The number of cycle times that it was measured over.' }),
    })
    .nullable()
    .meta({ description: 'Service level expectation: so many percent take at most so many hours of the calendar.' }),
  levels: z
    .enum(['standard', 'all'])
    .meta({ description: 'Whether sub-tasks and levels above the standard one, such as epics, are measured too.' }),
})

const listed = {
  id: text.meta({ description: 'A number; default for the workflow by status categories.' }),
  name: text,
  owner: text.nullable().meta({ description: 'The login of the user who saved it last.' }),
  created: text.nullable().meta({ description: 'Null for the default workflow.' }),
  updated: text.nullable(),
  address: text,
}

/** The JSON of a workflow. */
export const shownWorkflow = z
  .strictObject({
    ...listed,
    definition: definition.meta({ description: 'Its statuses and fields are ids. PUT accepts it.' }),
    statuses: named.meta({ description: 'The statuses that the definition names.' }),
    fields: named.meta({ description: 'The fields that the definition names.' }),
    unmapped: named.meta({ description: 'The statuses that no stage names: their time is unmapped.' }),
  })
  .meta({ description: 'A workflow, without the statuses, fields and stages that the caller may not see.' })

/** The JSON of the list of workflows. */
export const workflowList = z.strictObject({ workflows: z.array(z.strictObject(listed)) })

/** The JSON of a proposal. */
export const workflowProposal = z
  .strictObject({
    statuses: z.array(
      z.strictObject({
        id: text,
        name: text,
        issues: z.int().min(0).meta({ description: 'The visible issues that are in it now.' }),
        kind: z.enum(['notStarted', 'active', 'done']),
      }),
    ),
  })
  .meta({
    description:
      'The proposed kind of each status: from its category, else from its name, else from the resolutions in it.',
  })

/** The JSON of a definition that is saved. */
export const newWorkflow = definition.partial({ done: true, sle: true, levels: true }).extend({
  blocked: blocked.partial().optional(),
})

/** The schemas of workflows in the OpenAPI document. */
export const workflowComponents = {
  Workflow: shownWorkflow,
  WorkflowList: workflowList,
  WorkflowProposal: workflowProposal,
}
