import { useEffect } from 'react'
import { QueryResult } from '../drilldown/query-result.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { OtherPage } from '../shell/other-page.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useTeam } from '../state/use-teams.ts'
import { teamTexts } from '../texts/team.ts'
import { screenOfTeam } from './saved-team.ts'

/** Opens the screen of a team by its id: the short address of a team. */
export function SavedTeamPage({ id }: { readonly id: string }) {
  const query = useTeam(id)
  const catalogue = useCatalogue()
  const { change } = useChoices()
  const { data } = query
  useEffect(() => {
    if (data) change(screenOfTeam(data, catalogue), { addsHistoryEntry: false })
  }, [data, catalogue, change])
  return (
    <OtherPage
      report={{}}
      className="team"
      linksLabel={teamTexts.links}
      links={<ChoiceLink choices={{}}>{teamTexts.home}</ChoiceLink>}
    >
      {() => <QueryResult query={query}>{() => null}</QueryResult>}
    </OtherPage>
  )
}
