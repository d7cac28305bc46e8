import type { Dashboard } from '../api/flow.ts'
import { formatNumber, localizeDate } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { ToItems } from './items-link.tsx'
import { Panel, PanelTable } from './panel.tsx'

const { forecast: text } = teamTexts

/** The chance of which the screen speaks. */
const USUAL = 85

/** When the open issues are done, how many will be, and how well such forecasts did. */
export function ForecastPanel({ data: { forecast, stability } }: { readonly data: Dashboard }) {
  const { when, howMany, noForecast, noWhen, backtest } = forecast
  const date = when?.byPercent.find(({ percent }) => percent === USUAL)?.date
  const count = howMany?.byPercent.find(({ percent }) => percent === USUAL)?.count
  const chances = (when ?? howMany)?.byPercent.map(({ percent }) => percent) ?? []
  const table = (
    <PanelTable
      columns={[text.columns.chance, text.columns.date, text.columns.count]}
      rows={chances.map(percent => [
        text.chance(percent),
        localizeDate(when?.byPercent.find(one => one.percent === percent)?.date ?? '-'),
        formatNumber(howMany?.byPercent.find(one => one.percent === percent)?.count ?? 0),
      ])}
    />
  )
  return (
    <Panel title={text.title} how={text.how} table={chances.length > 0 && table}>
      {noForecast !== null && <p>{noForecast}</p>}
      {stability.stable === false && <p className="hint">{teamChoiceTexts.notStable}</p>}
      {when && (
        <p>
          <ToItems link={when.items}>{text.when(when.count)}</ToItems>{' '}
          {date ? (
            <strong>
              {text.by(localizeDate(date))} ({text.chance(USUAL)})
            </strong>
          ) : (
            noWhen
          )}
        </p>
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
    </Panel>
  )
}
