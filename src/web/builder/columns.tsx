import { hasEffect } from './has-effect.ts'
import { AssigneesChoice, GroupsChoice } from './list-choices.tsx'
import { DeletedStatuses, Statuses } from './statuses.tsx'
import { useAsk } from './use-ask.ts'

/** What the columns are: statuses, people and groups of people. */
export function Columns() {
  const { choices, catalogue } = useAsk()
  const matters = (parameter: string) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      {matters('assignees') && <AssigneesChoice />}
      {matters('groups') && <GroupsChoice />}
      {matters('statuses') && <Statuses />}
      {matters('includeDeletedStatuses') && <DeletedStatuses />}
    </>
  )
}
