import { z } from 'zod'
import type { Json } from '../operations/operation.ts'
import { guarded, jsonContent, problem, refusedBody } from './openapi-parts.ts'
import { WORKFLOWS_PATH } from './workflow-routes.ts'

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

const newWorkflow = definition.partial({ done: true, sle: true, levels: true }).extend({
  blocked: blocked.partial().optional(),
})

const example = {
  name: 'Web team',
  stages: [
    { name: 'To do', kind: 'notStarted', statuses: ['To Do'] },
    { name: 'In progress', kind: 'active', statuses: ['In Progress'] },
    { name: 'Review', kind: 'waiting', statuses: ['Code Review'] },
    { name: 'Done', kind: 'done', statuses: ['Done', '10010'] },
  ],
  blocked: { fields: ['Flagged'], labels: ['blocked'] },
  sle: { percent: 85, hours: 80 },
}

/** Describes the routes of workflows for the OpenAPI document. */
export function workflowPaths(): Record<string, Json> {
  const id = { name: 'id', in: 'path', required: true, description: 'Its id or its name.', schema: { type: 'string' } }
  const found: Json = { 200: { description: 'The workflow.', content: jsonContent('Workflow') } }
  const changing: Json = {
    ...guarded,
    403: problem('The caller is no administrator, or the request is from another site.'),
  }
  return {
    [WORKFLOWS_PATH]: {
      get: {
        operationId: 'listWorkflows',
        summary: 'The workflows: first the default one, then the saved ones by id.',
        responses: { ...guarded, 200: { description: 'All workflows.', content: jsonContent('WorkflowList') } },
      },
    },
    [`${WORKFLOWS_PATH}/{id}`]: {
      get: {
        operationId: 'workflow',
        summary: 'A workflow; default is the one by status categories.',
        parameters: [id],
        responses: { ...guarded, ...found, 404: unknown },
      },
      put: {
        operationId: 'saveWorkflow',
        summary: 'Saves a workflow: replaces the one with this id or name, or adds one with this name.',
        parameters: [id],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: z.toJSONSchema(newWorkflow, { target: 'draft-2020-12' }), example },
          },
        },
        responses: {
          ...changing,
          ...refusedBody('application/json'),
          ...found,
          201: {
            description: 'The new workflow. Location has its address.',
            content: jsonContent('Workflow'),
            headers: { Location: { schema: { type: 'string' } } },
          },
          400: problem('The body is not a workflow. The messages have all errors.'),
          404: problem('There is no workflow with this id.'),
          409: problem('Another workflow has this name, there are 1,000, or it is the default one.'),
        },
      },
      delete: {
        operationId: 'removeWorkflow',
        summary: 'Removes a saved workflow.',
        parameters: [id],
        responses: {
          ...changing,
          204: { description: 'It was removed.' },
          404: unknown,
          409: problem('It is the default one.'),
        },
      },
    },
  }
}

const unknown = problem('There is no such workflow. The message names those that exist.')
