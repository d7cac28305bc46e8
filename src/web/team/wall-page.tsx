import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Team } from '../../app/teams/team-types.ts'
import type { Dashboard } from '../api/flow.ts'
import { QueryResult } from '../drilldown/query-result.tsx'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { Name } from '../shell/name.tsx'
import { applyChange, type ChoiceChange, pageChoice, toQueryString } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChanges } from '../state/use-changes.ts'
import { ChoiceContext, useChoices } from '../state/use-choices.ts'
import { FLOW_KEY } from '../state/use-report.ts'
import { useTeams } from '../state/use-teams.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { wallTexts as text } from '../texts/wall.ts'
import { AgeingChart } from './ageing-chart.tsx'
import { AttentionList } from './attention-list.tsx'
import { CumulativeChart } from './cumulative-chart.tsx'
import { ForecastPanel } from './forecast-panel.tsx'
import { Headline } from './headline.tsx'
import type { ScreenPart } from './missing.ts'
import { PanelOrNote } from './missing-note.tsx'
import { screenOfTeam } from './saved-team.ts'
import { SettingSelect } from './setting-select.tsx'
import { unitOf } from './unit-of.ts'
import { dashboardQuery } from './use-dashboard.ts'
import { AGEING, ageText, DWELLS, dwellIn, PAUSE, RENEWAL, teamsOfWall, toggled } from './wall.ts'
import './team.css'
import './wall.css'

/** Shows teams one after another on a large screen. The numbers are refreshed when the data change, or each minute. */
export function WallPage({ ids }: { readonly ids: readonly string[] | null }) {
  const query = useTeams()
  const renewal = useRenewal()
  useEffect(() => {
    document.title = `${text.title} · ${texts.shell.name}`
  }, [])
  return (
    <main className="wall team stack loose">
      <QueryResult query={query}>
        {({ teams }) => <Teams all={teams} renewal={renewal} {...teamsOfWall(teams, ids)} />}
      </QueryResult>
    </main>
  )
}

/** Refreshes the numbers after the data changed. Returns the interval of other refreshes. Milliseconds. */
function useRenewal(): number {
  const client = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const isLive = useChanges(spread => {
    // A refresh that waits will include later changes. A new delay for each of them could go on for ever.
    if (waiting.current !== undefined) return
    const refresh = () => {
      waiting.current = undefined
      void client.invalidateQueries({ queryKey: FLOW_KEY })
    }
    waiting.current = setTimeout(refresh, PAUSE + Math.random() * spread)
  })
  return isLive ? AGEING : RENEWAL
}

function Teams({
  all,
  renewal,
  shown,
  unknown,
}: {
  readonly all: readonly Team[]
  readonly renewal: number
  readonly shown: readonly Team[]
  readonly unknown: number
}) {
  const { choices, change } = useChoices()
  const dwell = dwellIn(choices['view.seconds'])
  const [position, setPosition] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const { length } = shown
  const at = length === 0 ? 0 : position % length
  const step = (by: number) => setPosition((at + by + length) % length)
  useEffect(() => {
    if (isPaused || length < 2) return
    const timer = setTimeout(() => setPosition((at + 1) % length), dwell * 1000)
    return () => clearTimeout(timer)
  }, [isPaused, length, at, dwell])
  const team = shown[at]
  return (
    <>
      <div className="wall-head row spread">
        <h1 className="breakable">{team ? <Name name={team.name} /> : text.title}</h1>
        <form className="row" aria-label={text.controls} onSubmit={event => event.preventDefault()}>
          {length > 1 && (
            <>
              <span className="hint numbers">{text.position(at + 1, length)}</span>
              <Button onClick={() => step(-1)}>{text.previous}</Button>
              <Button onClick={() => setPaused(!isPaused)}>{isPaused ? text.resume : text.pause}</Button>
              <Button onClick={() => step(1)}>{text.next}</Button>
              <SettingSelect
                label={text.each}
                value={String(dwell)}
                options={DWELLS.map(seconds => [String(seconds), text.seconds(seconds)] as const)}
                onPick={seconds => change({ 'view.seconds': seconds })}
              />
            </>
          )}
          <Button onClick={() => void document.documentElement.requestFullscreen?.()}>{text.fullScreen}</Button>
          <ChoiceLink className="button" choices={{}}>
            {text.close}
          </ChoiceLink>
        </form>
      </div>
      {unknown > 0 && <p className="hint">{text.unknown(unknown)}</p>}
      {team ? <TeamOnWall key={team.id} team={team} renewal={renewal} /> : <p>{text.none}</p>}
      {all.length > 1 && (
        <details className="wall-teams">
          <summary>{text.teams}</summary>
          <ul className="row">
            {all.map(one => (
              <li key={one.id}>
                <label className="line">
                  <input
                    type="checkbox"
                    checked={shown.includes(one)}
                    disabled={length === 1 && shown.includes(one)}
                    onChange={() => change(pageChoice({ name: 'wall', ids: toggled(all, shown, one) }))}
                  />
                  <Name name={one.name} />
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function TeamOnWall({ team, renewal }: { readonly team: Team; readonly renewal: number }) {
  const catalogue = useCatalogue()
  // Links and buttons lead to the screen of the team.
  const state = useMemo(() => {
    const choices = screenOfTeam(team, catalogue)
    return { choices, change: (by: ChoiceChange) => navigate(toQueryString(applyChange(choices, by))) }
  }, [team, catalogue])
  const query = useQuery({ ...dashboardQuery(state.choices), refetchInterval: renewal })
  return (
    <ChoiceContext value={state}>
      <QueryResult query={query}>{data => <Numbers data={data} isStale={query.isRefetchError} />}</QueryResult>
    </ChoiceContext>
  )
}

function Numbers({ data, isStale }: { readonly data: Dashboard; readonly isStale: boolean }) {
  const unit = unitOf(data, useCatalogue())
  const needing = (part: ScreenPart, title: string, panel: ReactNode) => (
    <PanelOrNote data={data} part={part} title={title}>
      {panel}
    </PanelOrNote>
  )
  return (
    <>
      <Freshness data={data} isStale={isStale} />
      <Headline data={data} unit={unit} />
      <div className="team-panels">
        {needing('inProgress', teamTexts.ageing.title, <AgeingChart data={data} unit={unit} />)}
        {needing('inProgress', teamTexts.attention.title, <AttentionList data={data} unit={unit} />)}
        {needing('forecast', teamTexts.forecast.title, <ForecastPanel data={data} />)}
        {needing('issues', teamTexts.cumulative.title, <CumulativeChart data={data} />)}
      </div>
    </>
  )
}

/** Says when the numbers were read, and how old the data are. */
function Freshness({ data, isStale }: { readonly data: Dashboard; readonly isStale: boolean }) {
  const { asOf, timeZone } = data
  const { lastChange } = data.data
  const at = (text: string) => formatDateTime(Date.parse(text), timeZone)
  const read = at(asOf)
  return (
    <p className={isStale ? 'wall-stale' : 'hint'}>
      {isStale ? text.stale(read) : text.read(read)}{' '}
      {lastChange !== null && text.changed(at(lastChange), ageText(Date.parse(lastChange), Date.parse(asOf)))}
    </p>
  )
}
