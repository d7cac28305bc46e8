import type { FastifyInstance } from 'fastify'
import type { ListedWorkflow } from '../workflows/workflow-types.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { parsedJson } from './json-body.ts'
import type { RunningRequests } from './running-requests.ts'

/** The largest accepted definition: far more than its limits allow. Bytes. */
const BODY_LIMIT = 1024 * 1024

/** The path of the workflows. */
export const WORKFLOWS_PATH = '/api/workflows'

/**
 * Adds the routes of workflows: `GET` lists them; `GET`, `PUT` and `DELETE` of `/<id or name>` read, save and remove
 * one. Only administrators may save and remove.
 */
export function addWorkflowRoutes(server: FastifyInstance, workflows: Workflows, running: RunningRequests): void {
  const one = `${WORKFLOWS_PATH}/:id`
  const shown = <T extends ListedWorkflow>(workflow: T) => ({
    ...workflow,
    address: `${WORKFLOWS_PATH}/${workflow.id}`,
  })
  const changing = { admits: 'administrators', changes: true } as const
  server.get(WORKFLOWS_PATH, async ({ caller }, reply) => {
    const list = await workflows.list({ caller, signal: running.signalFor(reply) })
    return { workflows: list.map(shown) }
  })
  server.get<OfId>(one, async ({ caller, params: { id } }, reply) =>
    shown(await workflows.find(id, { caller, signal: running.signalFor(reply) })),
  )
  server.put<OfId>(
    one,
    { config: { ...changing, reads: 'application/json' }, bodyLimit: BODY_LIMIT },
    async ({ caller, params: { id }, body }, reply) => {
      const { workflow, isNew } = await workflows.save(id, parsedJson(body), { caller })
      const saved = shown(workflow)
      if (isNew) reply.code(201).header('location', saved.address)
      return saved
    },
  )
  server.delete<OfId>(one, { config: changing }, async ({ caller, params: { id } }, reply) => {
    await workflows.remove(id, { caller })
    return reply.code(204).send()
  })
}

interface OfId {
  readonly Params: { readonly id: string }
}
