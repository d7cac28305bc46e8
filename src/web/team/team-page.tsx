import type { Dashboard } from '../api/flow.ts'
import { Drilldown } from '../drilldown/drilldown.tsx'
import { QueryResult } from '../drilldown/query-result.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { OtherPage, PageHeading } from '../shell/other-page.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { AgeingChart } from './ageing-chart.tsx'
import { AttentionList } from './attention-list.tsx'
import { CumulativeChart } from './cumulative-chart.tsx'
import { EmptyNotes } from './empty-notes.tsx'
import { FinishedChart } from './finished-chart.tsx'
import { ForecastPanel } from './forecast-panel.tsx'
import { Headline } from './headline.tsx'
import { ReworkPanels } from './rework-panels.tsx'
import { screenFacts, useScreenTitle } from './screen-facts.ts'
import { SplitChart } from './split-chart.tsx'
import { reportOf } from './team-parameters.ts'
import { TeamSettings } from './team-settings.tsx'
import { TrendCharts } from './trend-charts.tsx'
import { unitOf } from './unit-of.ts'
import { useDashboard } from './use-dashboard.ts'
import { WaitingTimes } from './waiting-times.tsx'
import './team.css'

/** The screen of a team. All of its numbers come from one answer. */
export function TeamPage() {
  const { choices } = useChoices()
  const query = useDashboard(choices)
  const title = useScreenTitle()
  const report = reportOf(choices, useCatalogue())
  return (
    <OtherPage
      report={report}
      className="team"
      linksLabel={teamTexts.links}
      drawer={<Drilldown report={undefined} />}
      links={
        <>
          <ChoiceLink choices={{}}>{teamTexts.home}</ChoiceLink>
          <ChoiceLink choices={report}>{teamTexts.reports}</ChoiceLink>
        </>
      }
    >
      {() => (
        <>
          <PageHeading text={title} />
          <TeamSettings data={query.data} />
          <div aria-busy={query.isFetching} className={query.isPlaceholderData ? 'team-stale stack' : 'stack'}>
            <QueryResult query={query}>{data => <Screen data={data} />}</QueryResult>
          </div>
        </>
      )}
    </OtherPage>
  )
}

function Screen({ data }: { readonly data: Dashboard }) {
  const unit = unitOf(data, useCatalogue())
  return (
    <>
      <Facts data={data} />
      <EmptyNotes data={data} />
      <Headline data={data} unit={unit} />
      <div className="team-panels">
        <AgeingChart data={data} unit={unit} />
        <AttentionList data={data} unit={unit} />
        <WaitingTimes data={data} />
        <SplitChart data={data} />
        <ForecastPanel forecast={data.forecast} />
        <FinishedChart data={data} unit={unit} />
        <CumulativeChart data={data} />
        <TrendCharts data={data} unit={unit} />
        <ReworkPanels data={data} />
      </div>
    </>
  )
}

/** What the numbers are about. */
function Facts({ data }: { readonly data: Dashboard }) {
  const { timeZone, trend, warnings } = data
  const { window, measured, asOf } = screenFacts(data)
  const at = (text: string) => formatDateTime(Date.parse(text), timeZone)
  const { window: before } = trend.previous
  return (
    <div className="team-facts row hint">
      <span>{window}</span>
      <span>{teamTexts.before(at(before.from), at(before.last))}</span>
      <span>{measured}</span>
      <span>{asOf}</span>
      {warnings.length > 0 && (
        <details>
          <summary>{teamTexts.notes(warnings.length)}</summary>
          <ul>
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
