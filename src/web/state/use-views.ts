import { useQuery } from '@tanstack/react-query'
import type { View, ViewList } from '../../app/views/view-types.ts'
import { getJson } from '../api/client.ts'
import { useCatalogue } from './use-catalogue.ts'

/** The key of the saved reports in the cache. */
export const VIEWS_KEY = ['views'] as const

/** All saved reports that the user may open, by name, and the groups to share with. */
export interface SavedViews {
  readonly views: readonly View[]
  readonly groups: readonly string[]
}

/** Returns the saved reports of the user. */
export function useViews() {
  const { paths } = useCatalogue()
  return useQuery({ queryKey: VIEWS_KEY, queryFn: ({ signal }) => fetchViews(paths.views, signal) })
}

/** The most saved reports in a response of the server. */
const PAGE_SIZE = 200

async function fetchViews(path: string, signal: AbortSignal): Promise<SavedViews> {
  const views: View[] = []
  for (;;) {
    const page = await getJson<ViewList>(`${path}?startIndex=${views.length}&pageSize=${PAGE_SIZE}`, signal)
    views.push(...page.views)
    if (page.views.length === 0 || views.length >= page.total) return { views, groups: page.groups }
  }
}
