import { type ReactNode, useMemo } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { useChoices } from '../state/use-choices.ts'
import { localizeDate } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { ChartPanel } from './chart-panel.tsx'
import { type Fan, fanOption } from './fan-option.ts'
import { ForecastSettings } from './forecast-settings.tsx'
import { ToItems } from './items-link.tsx'
import { PanelTable } from './panel.tsx'

const { forecast: text } = teamTexts
const { notStable, missing } = teamChoiceTexts

/** The chance of which the screen speaks. */
const USUAL = 85

/** When the open issues are done, how many will be, and how well such forecasts did. */
export function ForecastPanel({ data }: { readonly data: Dashboard }) {
  const { fan } = data.forecast
  const notes = data.stability.stable === false ? [notStable] : []
  return (
    fan && (
      <FanPanel data={data} fan={fan} notes={notes}>
        <Sentences data={data} />
      </FanPanel>
    )
  )
}

function Sentences({ data: { forecast, attention } }: { readonly data: Dashboard }) {
  const { when, howMany, backtest } = forecast
  const isAllFinished = attention.inProgress.count + attention.parked.count + attention.notStarted.count === 0
  const date = when?.byPercent.find(({ percent }) => percent === USUAL)?.date
  const count = howMany?.byPercent.find(({ percent }) => percent === USUAL)?.count
  return (
    <>
      {when ? (
        <p>
          <ToItems link={when.items}>{doneText(when)}</ToItems>{' '}
          <strong>{date ? `${text.by(localizeDate(date))} (${text.chance(USUAL)})` : text.never}</strong>
        </p>
      ) : (
        <p>{isAllFinished ? missing.allFinished : missing.tooManyOpen}</p>
      )}
      {howMany && count !== undefined && (
        <p>
          {text.howMany(localizeDate(howMany.until))}:{' '}
          <strong>
            {text.atLeast(count)} ({text.chance(USUAL)})
          </strong>
        </p>
      )}
      {backtest && <p className="hint">{text.backtest(backtest.cameTrue, backtest.of, backtest.percent)}</p>}
    </>
  )
}

/** Says what is done at a date: all open issues, or a chosen number, which has no list. */
function doneText({ count, items }: NonNullable<Dashboard['forecast']['when']>): string {
  return items ? text.when(count) : text.whenMore(count)
}

/** How many issues are finished at the end of each of the next weeks, by chance, and the dates at which all are. */
function FanPanel({
  data,
  fan,
  notes,
  children,
}: {
  readonly data: Dashboard
  readonly fan: Fan
  readonly notes: readonly string[]
  readonly children: ReactNode
}) {
  const { change } = useChoices()
  const { when, sample } = data.forecast
  const isOfOpen = when?.items !== undefined
  const { dates, textOf, option } = useMemo(() => {
    const dates = fan.map(({ until }) => localizeDate(until))
    const textOf = (index: number) =>
      [
        text.howMany(dates[index]!),
        ...fan[index]!.byPercent.map(({ percent, count }) => `${text.chance(percent)}: ${text.atLeast(count)}`),
      ].join('\n')
    const target = when && {
      count: when.count,
      name: isOfOpen ? text.target(when.count) : text.targetMore(when.count),
    }
    return { dates, textOf, option: fanOption(fan, target, { dates, textOf, lineName: text.chance }) }
  }, [fan, when, isOfOpen])
  const link = when?.items ?? sample.items
  const toIssues = (name: string) => (
    <ToItems key="issues" link={link}>
      {name}
    </ToItems>
  )
  return (
    <ChartPanel
      data={data}
      title={text.title}
      how={text.how}
      notes={notes}
      option={option}
      label={isOfOpen ? text.label(fan.length) : text.labelMore(fan.length)}
      points={{
        count: fan.length,
        textOf,
        open: () => change({ 'view.open': formatOpened({ kind: 'items', link }) }),
      }}
      table={
        <>
          {when && (
            <PanelTable
              columns={[text.columns.chance, text.columns.date]}
              rows={when.byPercent.map(({ percent, date }) => [
                toIssues(text.chance(percent)),
                date ? localizeDate(date) : '-',
              ])}
            />
          )}
          <PanelTable
            columns={[text.columns.until, ...fan[0]!.byPercent.map(({ percent }) => text.chance(percent))]}
            rows={fan.map(({ byPercent }, index) => [
              toIssues(dates[index]!),
              ...byPercent.map(({ count }) => text.atLeast(count)),
            ])}
          />
        </>
      }
    >
      <ForecastSettings />
      {children}
      {when && (
        <ul className="row" aria-label={text.dates(doneText(when))}>
          {when.byPercent.map(({ percent, date }) => (
            <li key={percent} className="hint">
              {text.chance(percent)}: {date ? text.by(localizeDate(date)) : '-'}
            </li>
          ))}
        </ul>
      )}
    </ChartPanel>
  )
}
