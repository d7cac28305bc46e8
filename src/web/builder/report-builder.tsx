import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../shell/icon.tsx'
import { readPreference, savePreference } from '../state/preferences.ts'
import { texts } from '../texts/en.ts'
import { ColumnsSection } from './columns-section.tsx'
import { FormatSection } from './format-section.tsx'
import { IssuesSection } from './issues-section.tsx'
import { MeasureSection } from './measure-section.tsx'
import { RowsSection } from './rows-section.tsx'
import { sectionSummary } from './section-summary.ts'
import { errorsWithoutControl, parametersIn, type SectionName, sections } from './sections.ts'
import { labelledText, type SettingError } from './setting-errors.ts'
import { TimeSection } from './time-section.tsx'
import { useBuilder } from './use-builder.ts'
import './report-builder.css'

/** The sections that are open by default. */
const OPEN: readonly SectionName[] = ['issues', 'what']

/** The report builder: all settings of a question in collapsible sections. */
export function ReportBuilder() {
  const state = useBuilder()
  const { choices, catalogue, errors } = state
  const [open, setOpen] = useState(() => storedOpenSections())
  const withoutControl = errorsWithoutControl(errors, choices, catalogue)
  const toggle = (group: SectionName, isOpen: boolean) => {
    const next = sections.filter(one => (one === group ? !isOpen : open.includes(one)))
    setOpen(next)
    savePreference('open-sections', next.join(' '))
  }
  const bodies: Readonly<Record<SectionName, () => ReactNode>> = {
    issues: () => <IssuesSection />,
    what: () => <MeasureSection />,
    rows: () => <RowsSection />,
    columns: () => <ColumnsSection />,
    time: () => <TimeSection />,
    format: () => <FormatSection />,
  }
  return (
    <div className="builder stack joined">
      {withoutControl.length > 0 && (
        <div className="builder-elsewhere inset breakable" role="alert">
          <p className="builder-elsewhere-title">{texts.builder.elsewhere}</p>
          {withoutControl.map(error => (
            <OtherError key={labelledText(error)} error={error} />
          ))}
        </div>
      )}
      {sections.map(group => {
        const parameters = parametersIn(group, choices, catalogue)
        // An empty section would have nothing to show.
        if (parameters.length === 0) return null
        const isOpen = open.includes(group) || errors.some(({ parameter }) => parameters.some(one => one === parameter))
        return (
          <Section
            key={group}
            title={texts.builder.groups[group]}
            summary={sectionSummary(group, choices, catalogue)}
            isOpen={isOpen}
            parameters={parameters}
            onToggle={() => toggle(group, isOpen)}
          >
            {bodies[group]()}
          </Section>
        )
      })}
    </div>
  )
}

/** An error of a setting without a control, which can only be removed. */
function OtherError({ error }: { readonly error: SettingError }) {
  const { choices, change } = useBuilder()
  const { parameter, label } = error
  return (
    <p data-parameter={parameter}>
      {labelledText(error)}{' '}
      {parameter !== null && label !== null && parameter in choices && (
        <button type="button" className="builder-elsewhere-out" onClick={() => change({ [parameter]: null })}>
          {texts.builder.remove(label)}
        </button>
      )}
    </p>
  )
}

function storedOpenSections(): readonly SectionName[] {
  const stored = readPreference('open-sections')
  return stored === null ? OPEN : sections.filter(group => stored.split(' ').includes(group))
}

interface SectionProps {
  readonly title: string
  readonly summary: string
  readonly isOpen: boolean
  /** The parameters in it, so that they can be found while it is collapsed. */
  readonly parameters: readonly string[]
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A collapsible section; collapsed, it shows a summary. */
function Section({ title, summary, isOpen, parameters, onToggle, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`builder-group${isOpen ? ' open' : ''}`}>
      <h3>
        <button
          type="button"
          className="builder-group-head line"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          data-parameter={isOpen ? undefined : parameters.join(' ')}
          onClick={onToggle}
        >
          <span className="builder-group-title">{title}</span>
          {!isOpen && <span className="builder-group-summary grow hint ellipsis">{summary}</span>}
          <Icon name="chevron" />
        </button>
      </h3>
      {isOpen && (
        <div className="builder-group-body stack" id={id}>
          {children}
        </div>
      )}
    </section>
  )
}
