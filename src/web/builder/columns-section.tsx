import { hasEffect } from './has-effect.ts'
import { AssigneesChoice, GroupsChoice } from './list-choices.tsx'
import { DeletedStatusesChoice, StatusesChoice } from './statuses-choice.tsx'
import { useBuilder } from './use-builder.ts'

/** Edits the columns: statuses, users and user groups. */
export function ColumnsSection() {
  const { choices, catalogue } = useBuilder()
  const isRelevant = (parameter: string) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      {isRelevant('assignees') && <AssigneesChoice />}
      {isRelevant('groups') && <GroupsChoice />}
      {isRelevant('statuses') && <StatusesChoice />}
      {isRelevant('includeDeletedStatuses') && <DeletedStatusesChoice />}
    </>
  )
}
