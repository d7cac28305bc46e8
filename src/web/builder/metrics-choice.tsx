import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { Icon } from '../shell/icon.tsx'
import { Select } from '../shell/select.tsx'
import { texts } from '../texts/en.ts'
import { Chips } from './chips.tsx'
import { Combobox } from './combobox.tsx'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import {
  MAX_METRICS,
  type MetricChoice,
  type MetricEndChoice,
  type MetricStatuses,
  metricName,
  nextMetric,
  readMetrics,
  statusesOf,
  uniqueMetricName,
  writeMetrics,
} from './metrics.ts'
import { useOccurringStatuses } from './occurring-statuses.ts'
import { useBuilder } from './use-builder.ts'
import './cards.css'
import './square.css'

const { metrics: text } = texts.builder

/** Edits the metrics of time between statuses. */
export function MetricsChoice() {
  const { choices, catalogue, change } = useBuilder()
  const offered = useOccurringStatuses() ?? catalogue.statuses
  const metrics = readMetrics(choices.dbsMetrics)
  const set = (next: readonly MetricChoice[], addsHistoryEntry = true) =>
    change({ dbsMetrics: writeMetrics(next) }, { addsHistoryEntry })
  const add = () => {
    const metric = nextMetric(metrics, offered, text)
    if (metric) set([...metrics, metric])
  }
  return (
    <FormField parameters={['dbsMetrics']} label={text.title} isGroup>
      {() => (
        <>
          <ol className="builder-cards stack">
            {metrics.map((metric, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names change while typing, and two may be equal
              <li key={index} className="builder-card stack tight">
                <MetricCard
                  metric={metric}
                  offered={offered}
                  others={metrics.filter((_, i) => i !== index)}
                  onChange={(next, addsHistoryEntry) => set(metrics.with(index, next), addsHistoryEntry)}
                  onRemove={() => set(metrics.toSpliced(index, 1))}
                />
              </li>
            ))}
          </ol>
          {metrics.length < MAX_METRICS ? (
            <button type="button" className="button quiet builder-small builder-add" onClick={add}>
              {text.add}
            </button>
          ) : (
            <p className="hint builder-hint">{text.full(MAX_METRICS)}</p>
          )}
        </>
      )}
    </FormField>
  )
}

interface MetricCardProps {
  readonly metric: MetricChoice
  readonly offered: PageCatalogue['statuses']
  readonly others: readonly MetricChoice[]
  readonly onChange: (metric: MetricChoice, addsHistoryEntry?: boolean) => void
  readonly onRemove: () => void
}

function MetricCard({ metric, offered, others, onChange, onRemove }: MetricCardProps) {
  const { catalogue } = useBuilder()
  const nameOf = (id: string) => catalogue.statuses.find(status => status.id === id)?.name ?? texts.builder.unknown(id)
  const problemOf = (draft: string) => {
    if (metricName(draft) !== draft || draft.trim() === '') return text.nameHint
    return uniqueMetricName(draft.trim(), others) === draft.trim() ? null : text.nameTaken
  }
  return (
    <>
      <div className="builder-line line tight">
        <div className="grow">
          <DraftInput
            value={metric.name}
            aria-label={text.name}
            problemOf={problemOf}
            onCommit={(name, isFinal) => onChange({ ...metric, name: name.trim() }, isFinal)}
          />
        </div>
        <button
          type="button"
          className="builder-square"
          aria-label={text.remove(metric.name)}
          title={text.remove(metric.name)}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      <End side="from" end={metric.from} statuses={offered} onChange={from => onChange({ ...metric, from })} />
      <End side="to" end={metric.to} statuses={offered} onChange={to => to && onChange({ ...metric, to })} />
      <div className="builder-end">
        <span className="hint">{text.excluded}</span>
        <div>
          <Chips
            items={metric.excluded.map(id => ({ value: id, name: nameOf(id) }))}
            onRemove={id => onChange({ ...metric, excluded: metric.excluded.filter(one => one !== id) })}
          />
          <Combobox
            label={text.excluded}
            placeholder={metric.excluded.length === 0 ? text.addExcluded : texts.builder.columns.add}
            value=""
            options={offered
              .filter(({ id }) => !metric.excluded.includes(id))
              .map(({ id, name }) => ({ value: id, name }))}
            onPick={id => onChange({ ...metric, excluded: [...metric.excluded, id] })}
          />
        </div>
      </div>
    </>
  )
}

/** The categories of statuses, as the tracker names them. */
const CATEGORIES = ['new', 'indeterminate', 'done'] as const

interface EndProps {
  readonly side: 'from' | 'to'
  readonly end: MetricEndChoice | null
  readonly statuses: PageCatalogue['statuses']
  readonly onChange: (end: MetricEndChoice | null) => void
}

/** Edits the start or the end of a metric. */
function End({ side, end, statuses, onChange }: EndProps) {
  const { catalogue } = useBuilder()
  const first = statuses.find(({ category }) => category === 'indeterminate') ?? statuses[0]
  const orders = side === 'from' ? (['created', 'first', 'last'] as const) : (['first', 'last'] as const)
  const pick = (order: (typeof orders)[number]) =>
    onChange(order === 'created' ? null : { ...(end ?? { id: first?.id ?? '' }), order })
  const nameOf = (id: string) => catalogue.statuses.find(one => one.id === id)?.name ?? texts.builder.unknown(id)
  const optionOf = (one: MetricStatuses, name: string) => [JSON.stringify(one), name] as const
  const choices = [
    ...statuses.map(({ id, name }) => optionOf({ id }, name)),
    ...CATEGORIES.filter(name => statuses.some(({ category }) => category === name)).map(category =>
      optionOf({ category }, text.category[category]),
    ),
  ]
  const chosen = end && JSON.stringify(statusesOf(end))
  const isListed = choices.some(([one]) => one === chosen)
  const unlisted = (one: MetricEndChoice) =>
    'ids' in one ? one.ids.map(nameOf).join(', ') : 'id' in one ? nameOf(one.id) : texts.builder.unknown(one.category)
  return (
    <div className="builder-end">
      <span className="hint">{text[side]}</span>
      <div className="builder-line line tight">
        <Select
          aria-label={text.time[side]}
          value={end?.order ?? 'created'}
          options={orders.map(order => [order, text.times[order]])}
          onPick={pick}
        />
        {end && (
          <Select
            aria-label={text.status[side]}
            value={chosen!}
            options={isListed ? choices : [[chosen!, unlisted(end)], ...choices]}
            onPick={picked => onChange({ ...JSON.parse(picked), order: end.order })}
          />
        )}
      </div>
    </div>
  )
}
