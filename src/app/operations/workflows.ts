import { proposeWorkflow } from '../workflows/propose-workflow.ts'
import type { ListedWorkflow } from '../workflows/workflow-types.ts'
import { findWorkflow, listWorkflows, removeWorkflow, saveWorkflow, workflowFile } from '../workflows/workflows.ts'
import { command, idOrName, operation } from './operation.ts'
import { newWorkflow } from './workflow-schemas.ts'

const ALL = '/api/workflows'
const ONE = `${ALL}/{id}`

const addressed = <T extends ListedWorkflow>(workflow: T) => ({ ...workflow, address: `${ALL}/${workflow.id}` })

const EXAMPLE = {
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

const unknown = 'There is no such workflow. The message names those that exist.'

/** The operations of workflows. Everybody may read them, without what is hidden from the caller. */
export const workflowOperations = {
  list: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: listWorkflows,
    route: {
      method: 'GET',
      path: ALL,
      stability: 'experimental',
      id: 'listWorkflows',
      summary: 'The workflows: first the default one, then the saved ones by id.',
      argumentsOf: ({ context }) => [context],
      answers: [
        {
          status: 200,
          description: 'All workflows.',
          content: 'WorkflowList',
          bodyOf: list => ({ workflows: list.map(addressed) }),
        },
      ],
    },
  }),
  find: operation({
    admits: 'users',
    cost: 'read',
    errors: ['WORKFLOW_UNKNOWN'],
    run: findWorkflow,
    route: {
      method: 'GET',
      path: ONE,
      stability: 'experimental',
      id: 'workflow',
      summary: 'A workflow; default is the one by status categories.',
      parameters: [idOrName],
      argumentsOf: ({ path, context }) => [path.id!, context],
      answers: [{ status: 200, description: 'The workflow.', content: 'Workflow', bodyOf: addressed }],
      refusals: { 404: unknown },
    },
  }),
  propose: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: proposeWorkflow,
    route: {
      method: 'GET',
      path: '/api/workflow-proposal',
      stability: 'experimental',
      id: 'workflowProposal',
      summary: 'The proposed kind of each status: not started, work, or finished.',
      argumentsOf: ({ context }) => [context],
      answers: [
        { status: 200, description: 'All visible statuses.', content: 'WorkflowProposal', bodyOf: body => body },
      ],
    },
  }),
  file: command({ cost: 'read', errors: ['WORKFLOW_UNKNOWN'], run: workflowFile }),
  save: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['WORKFLOW_INVALID', 'WORKFLOW_UNKNOWN', 'WORKFLOW_BUILT_IN', 'WORKFLOW_TAKEN', 'WORKFLOWS_TOO_MANY'],
    run: saveWorkflow,
    route: {
      method: 'PUT',
      path: ONE,
      stability: 'experimental',
      id: 'saveWorkflow',
      summary: 'Saves a workflow: replaces the one with this id or name, or adds one with this name.',
      parameters: [idOrName],
      body: { schema: newWorkflow, example: EXAMPLE, limit: 1024 * 1024 },
      argumentsOf: ({ path, json, context: { caller } }) => [path.id!, json, { caller }],
      answers: [
        {
          status: 201,
          description: 'The new workflow. Location has its address.',
          content: 'Workflow',
          when: ({ isNew }) => isNew,
          bodyOf: ({ workflow }) => addressed(workflow),
          headers: ({ workflow }) => ({ location: addressed(workflow).address }),
          documentedHeaders: ['Location'],
        },
        {
          status: 200,
          description: 'The workflow.',
          content: 'Workflow',
          bodyOf: ({ workflow }) => addressed(workflow),
        },
      ],
      refusals: {
        400: 'The body is not a workflow. The messages have all errors.',
        404: 'There is no workflow with this id.',
        409: 'Another workflow has this name, there are 1,000, or it is the default one.',
      },
    },
  }),
  remove: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['WORKFLOW_UNKNOWN', 'WORKFLOW_BUILT_IN'],
    run: removeWorkflow,
    route: {
      method: 'DELETE',
      path: ONE,
      stability: 'experimental',
      id: 'removeWorkflow',
      summary: 'Removes a saved workflow.',
      parameters: [idOrName],
      argumentsOf: ({ path, context: { caller } }) => [path.id!, { caller }],
      answers: [{ status: 204, description: 'It was removed.' }],
      refusals: { 404: unknown, 409: 'It is the default one.' },
    },
  }),
}
