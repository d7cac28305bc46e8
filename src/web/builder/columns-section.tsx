import type { PageParameter } from '../state/choices.ts'
import { hasEffect } from './has-effect.ts'
import { AssigneesChoice, GroupsChoice } from './list-choices.tsx'
import { DeletedStatusesChoice, StatusesChoice } from './statuses-choice.tsx'
import { useBuilder } from './use-builder.ts'

/** Edits the columns: statuses, users and user groups. `hasStatuses` is false where statuses are chosen elsewhere. */
export function ColumnsSection({ hasStatuses = true }: { readonly hasStatuses?: boolean }) {
  const { choices, catalogue } = useBuilder()
  const isRelevant = (parameter: PageParameter) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      {isRelevant('assignees') && <AssigneesChoice />}
      {isRelevant('groups') && <GroupsChoice />}
      {hasStatuses && isRelevant('statuses') && <StatusesChoice />}
      {isRelevant('includeDeletedStatuses') && <DeletedStatusesChoice />}
    </>
  )
}
