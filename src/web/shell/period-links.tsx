import { type GroupUnit, PERIOD } from '../builder/group-by.ts'
import { useBuilder } from '../builder/use-builder.ts'
import { endpointOf } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'

const UNITS = ['week', 'month', 'quarter'] as const satisfies readonly GroupUnit[]

/** Groups a summary by the weeks, months or quarters in which time passed, with one click; nothing for lists. */
export function PeriodLinks() {
  const { choices, change } = useBuilder()
  if (endpointOf(choices) === 'list') return null
  return (
    <div className="row joined">
      {UNITS.map(unit => (
        <Button
          key={unit}
          look="quiet"
          aria-pressed={choices.groupByFields === `${PERIOD}${unit}`}
          onClick={() => change({ groupByFields: `${PERIOD}${unit}` })}
        >
          {texts.shell.report.periods[unit]}
        </Button>
      ))}
    </div>
  )
}
