import { useState } from 'react'
import type { Team } from '../../app/teams/team-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useTeams } from '../state/use-teams.ts'
import { ProjectNumbers } from '../team/project-numbers.tsx'
import { screenOfTeam } from '../team/saved-team.ts'
import { texts } from '../texts/en.ts'
import { wallTexts } from '../texts/wall.ts'
import { Button } from './button.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { Name } from './name.tsx'

const { teams: text } = texts.shell

/** The most teams to show at once. */
const MAX_SHOWN = 6

/** The teams on the start page, own ones first, each with four numbers; nothing while there is none. */
export function TeamsSection() {
  const { data } = useTeams()
  const [isWhole, setWhole] = useState(false)
  if (!data || data.teams.length === 0) return null
  const teams = [...data.teams.filter(({ isOwn }) => isOwn), ...data.teams.filter(({ isOwn }) => !isOwn)]
  return (
    <section className="shell-section" aria-labelledby="teams">
      <h2 id="teams">{text.title}</h2>
      <ul className="shell-starts cards">
        {teams.slice(0, isWhole ? teams.length : MAX_SHOWN).map(team => (
          <TeamCard key={team.id} team={team} />
        ))}
      </ul>
      <p className="row">
        {!isWhole && teams.length > MAX_SHOWN && (
          <Button look="quiet" onClick={() => setWhole(true)}>
            {text.all(teams.length)}
          </Button>
        )}
        <ChoiceLink choices={{ page: 'wall' }}>{wallTexts.open}</ChoiceLink>
      </p>
    </section>
  )
}

function TeamCard({ team }: { readonly team: Team }) {
  const screen = screenOfTeam(team, useCatalogue())
  return (
    <li className="shell-card card">
      <h3 className="shell-project">
        <ChoiceLink className="breakable" choices={screen}>
          <Name name={team.name} />
        </ChoiceLink>
      </h3>
      {!team.isOwn && team.owner !== null && <p className="hint">{text.owner(team.owner)}</p>}
      <ProjectNumbers name={team.name} screen={screen} />
    </li>
  )
}
