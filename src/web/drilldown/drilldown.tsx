import { lazy, Suspense, useEffect } from 'react'
import type { Report } from '../api/report.ts'
import { useChoices } from '../state/use-choices.ts'
import { parseOpened } from './opened.ts'

const loadDrawer = () => import('./open-drawer.tsx')
const OpenDrawer = lazy(() => loadDrawer().then(module => ({ default: module.OpenDrawer })))

/** Shows the drawer that `view.open` names. Its code loads after the page, because no drawer is open at first. */
export function Drilldown({ report }: { readonly report: Report | undefined }) {
  const { choices } = useChoices()
  const open = choices['view.open']
  useEffect(() => {
    // When a first drawer opens, its code is there. A failure shows then.
    loadDrawer().catch(() => {})
  }, [])
  if (parseOpened(open) === null) return null
  return (
    <Suspense>
      <OpenDrawer report={report} open={open!} />
    </Suspense>
  )
}
