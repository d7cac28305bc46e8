import type { View } from '../../app/views/view-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Select } from './select.tsx'

const { saved } = texts.shell

/** Who may open a saved report besides its owner. */
export type ChosenSharing = Pick<View, 'sharing' | 'group'>

/** The sharing of a new report. */
export const PRIVATE: ChosenSharing = { sharing: 'private', group: null }

interface SharingChoiceProps {
  readonly value: ChosenSharing
  readonly groups: readonly string[]
  readonly change: (sharing: ChosenSharing) => void
}

/** Chooses who may open a saved report. Nothing if sign-in is off, because all users are one then. */
export function SharingChoice({ value, groups, change }: SharingChoiceProps) {
  const { caller } = useCatalogue()
  if (!caller) return null
  const shown = value.group === null || groups.includes(value.group) ? groups : [...groups, value.group]
  return (
    <label className="shell-saved-sharing">
      <span className="label">{saved.sharing}</span>
      <Select
        value={idOf(value)}
        options={[
          ['private', saved.sharings.private],
          ...shown.map(group => [`group ${group}`, saved.sharings.group(group)] as const),
          ['everyone', saved.sharings.everyone],
        ]}
        onPick={id => change(sharingOf(id))}
      />
    </label>
  )
}

function idOf({ sharing, group }: ChosenSharing): string {
  return sharing === 'group' ? `group ${group}` : sharing
}

function sharingOf(id: string): ChosenSharing {
  if (id === 'everyone' || id === 'private') return { sharing: id, group: null }
  return { sharing: 'group', group: id.slice('group '.length) }
}

/** Returns who owns a saved report and who may open it, as a text; `null` if sign-in is off. */
export function sharingText({ isOwn, owner, sharing, group }: View): string | null {
  if (owner === null) return null
  if (isOwn && sharing === 'private') return saved.sharings.private
  const shared = sharing === 'group' ? saved.sharings.group(group ?? '') : saved.sharings[sharing]
  return `${isOwn ? saved.you : saved.by(owner)} · ${shared}`
}
