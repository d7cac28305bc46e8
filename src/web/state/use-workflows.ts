import { useQuery } from '@tanstack/react-query'
import type { ListedWorkflow } from '../../app/workflows/workflow-types.ts'
import { getJson } from '../api/client.ts'

/** The path of workflows. */
export const WORKFLOWS_PATH = '/api/workflows'

/** The key of the workflows in the cache. */
export const WORKFLOWS_KEY = ['workflows'] as const

/** Returns the saved workflows, by id; empty until they have loaded. */
export function useSavedWorkflows(): readonly ListedWorkflow[] {
  const { data } = useQuery({
    queryKey: WORKFLOWS_KEY,
    queryFn: ({ signal }) => getJson<{ readonly workflows: readonly ListedWorkflow[] }>(WORKFLOWS_PATH, signal),
  })
  return data?.workflows.filter(({ created }) => created !== null) ?? []
}
