import { useContext } from 'react'
import { CatalogueContext } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Icon } from './icon.tsx'
import './tracker-link.css'

/** A link to an issue in the tracker of its project, in another tab; nothing if the address of the tracker is unknown. */
export function TrackerLink({ issueKey, tabIndex }: { readonly issueKey: string; readonly tabIndex?: number }) {
  const catalogue = useContext(CatalogueContext)
  const projectKey = issueKey.slice(0, issueKey.lastIndexOf('-'))
  const address = catalogue?.projects.find(({ key }) => key === projectKey)?.address ?? null
  if (address === null) return null
  const label = texts.table.inTracker(issueKey)
  return (
    <a
      className="shell-tracker-link"
      href={`${address}/browse/${encodeURIComponent(issueKey)}`}
      target="_blank"
      rel="noreferrer"
      tabIndex={tabIndex}
      aria-label={label}
      title={label}
    >
      <Icon name="external" />
    </a>
  )
}
