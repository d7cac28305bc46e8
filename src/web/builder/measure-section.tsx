import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { endpointOf, type PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { Combobox } from './combobox.tsx'
import { FormField } from './form-field.tsx'
import { hasEffect } from './has-effect.ts'
import { HistoryFieldsChoice } from './list-choices.tsx'
import { MetricsChoice } from './metrics-choice.tsx'
import { offeredChoices } from './offered-choices.ts'
import type { Option } from './options.ts'
import { reportTypeOf } from './report-type.ts'
import { Segments } from './segments.tsx'
import { SelectChoice } from './select-choice.tsx'
import { useBuilder } from './use-builder.ts'

const { what: text } = texts.builder

/** The percentiles to choose from. An address can have any other. */
const PERCENTILES = ['50', '70', '85', '90', '95', '100'] as const

/** Edits what is measured: the report type and what it needs. */
export function MeasureSection() {
  return (
    <>
      <ReportChoice />
      <MeasureOptions />
    </>
  )
}

/** Edits what the chosen report type needs. */
export function MeasureOptions() {
  const { choices, catalogue } = useBuilder()
  const isRelevant = (parameter: PageParameter) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      {choices.columnsBy && isRelevant('historyFields') && <HistoryFieldsChoice />}
      {choices.columnsBy && isRelevant('dbsMetrics') && <MetricsChoice />}
      <ShapeChoice />
      {isRelevant('aggregationType') && (
        <div className="builder-pair">
          <SelectChoice
            parameter="aggregationType"
            label={text.aggregate}
            options={offeredChoices.aggregationType(choices, catalogue)}
            fallback={null}
          />
          {isRelevant('percentile') && (
            <SelectChoice
              parameter="percentile"
              label={text.percentile}
              options={PERCENTILES.map(percent => [percent, percent === '100' ? text.maximum : percent])}
              fallback={null}
            />
          )}
          {isRelevant('averageDenominator') && (
            <SelectChoice
              parameter="averageDenominator"
              label={text.denominator}
              options={offeredChoices.averageDenominator()}
              fallback="nonNull"
              changes={value => ({ averageDenominator: value === 'nonNull' ? null : value })}
            />
          )}
        </div>
      )}
      {isRelevant('multiVisitBehavior') && (
        <SelectChoice
          parameter="multiVisitBehavior"
          label={text.multiVisit}
          options={offeredChoices.multiVisitBehavior()}
          fallback="total"
          changes={value => ({ multiVisitBehavior: value === 'total' ? null : value })}
        />
      )}
    </>
  )
}

/** Chooses a report type; each has a description. */
function ReportChoice() {
  const { choices, catalogue, change } = useBuilder()
  const options = reportOptions(catalogue)
  const chosen = options.find(({ value }) => value === reportTypeOf(choices, catalogue)?.name)
  return (
    <FormField parameters={['columnsBy']} label={text.report} hint={chosen?.text}>
      {control => (
        <Combobox
          control={control}
          value={chosen?.name ?? (choices.columnsBy ? texts.builder.unknown(choices.columnsBy) : '')}
          options={options}
          onPick={columnsBy => change({ columnsBy })}
        />
      )}
    </FormField>
  )
}

/** Returns the report types, each with its description, by kind. */
export function reportOptions({ reportTypes }: PageCatalogue): readonly Option[] {
  return reportTypes.map(({ name, label, page, kind }) => ({
    value: name,
    name: page.name,
    text: page.description,
    group: text.kinds[kind],
    aliases: label,
  }))
}

/** Chooses between a summary and a list of issues. */
function ShapeChoice() {
  const { choices, catalogue, change } = useBuilder()
  const shape = endpointOf(choices)
  const isDate = reportTypeOf(choices, catalogue)?.kind === 'date'
  return (
    <FormField
      parameters={['report']}
      label={text.shape}
      hint={isDate ? text.shapeHints.date : text.shapeHints[shape]}
      isGroup
    >
      {control => (
        <Segments
          label={text.shape}
          options={(['aggregation', 'list'] as const).map(one => [one, text.shapes[one]])}
          value={isDate ? 'list' : shape}
          isDisabled={one => isDate && one === 'aggregation'}
          onPick={report => change({ report })}
          describedBy={control['aria-describedby']}
        />
      )}
    </FormField>
  )
}
