import { Button } from '../shell/button.tsx'
import { Select } from '../shell/select.tsx'
import { texts } from '../texts/en.ts'
import { type Shading, shadings } from './shading.ts'
import type { TableView } from './table-view.ts'

interface CollapseButtonProps {
  readonly collapsed: TableView['collapsed']
  readonly change: (view: Partial<TableView>) => void
}

/** Collapses all groups; expands them if all are collapsed. */
export function CollapseButton({ collapsed: { isInverted, names }, change }: CollapseButtonProps) {
  const areCollapsed = isInverted && names.length === 0
  return (
    <Button look="quiet" onClick={() => change({ collapsed: { isInverted: !areCollapsed, names: [] } })}>
      {areCollapsed ? texts.table.groups.expand : texts.table.groups.collapse}
    </Button>
  )
}

interface ShadingChoiceProps {
  readonly shading: Shading
  /** Whether some columns are those of finished statuses, which have no bars on one scale. */
  readonly leavesOut: boolean
  readonly choose: (shading: Shading) => void
}

/** Chooses how the values of a table are shaded. */
export function ShadingChoice({ shading, leavesOut, choose }: ShadingChoiceProps) {
  return (
    <label className="table-shading line hint">
      <span>{texts.table.shading.title}</span>
      <Select
        value={shading}
        options={shadings.map(one => [
          one,
          texts.table.shading[one === 'bars' && leavesOut ? 'barsOfUnfinished' : one],
        ])}
        onPick={choose}
      />
    </label>
  )
}
