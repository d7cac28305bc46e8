import { useContext } from 'react'
import { CatalogueContext } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Icon } from './icon.tsx'
import './tracker-link.css'

/** A link to an issue in the tracker, in another tab; nothing if the address of the tracker is unknown. */
export function TrackerLink({ issueKey, tabIndex }: { readonly issueKey: string; readonly tabIndex?: number }) {
  const address = useContext(CatalogueContext)?.trackerAddress ?? null
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
