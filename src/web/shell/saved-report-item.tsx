import { type SubmitEvent, useState } from 'react'
import type { View } from '../../app/views/view-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { IconButton } from './icon-button.tsx'
import { savedFacts } from './saved-facts.ts'
import { type ChosenSharing, SharingChoice } from './sharing-choice.tsx'
import { choicesOf } from './view-choices.ts'

const { saved } = texts.shell

interface SavedReportItemProps {
  readonly view: View
  readonly isShown: boolean
  readonly groups: readonly string[]
  readonly close: () => void
  readonly change: (content: { readonly name: string } & ChosenSharing) => Promise<boolean>
  readonly remove: () => void
}

/** A saved report in the list: opens, renames, shares and removes it. */
export function SavedReportItem({ view, isShown, groups, close, change, remove }: SavedReportItemProps) {
  const catalogue = useCatalogue()
  const [isEdited, setEdited] = useState(false)
  if (isEdited) {
    const save = async (content: { readonly name: string } & ChosenSharing) => {
      if (await change(content)) setEdited(false)
    }
    return <EditForm view={view} groups={groups} save={save} cancel={() => setEdited(false)} />
  }
  return (
    <li className="line joined">
      <ChoiceLink className="shell-item line grow breakable" choices={choicesOf(view)} onOpen={close}>
        <span className="shell-saved-name grow">
          {view.name}
          {savedFacts(view, catalogue).map(fact => (
            <span key={fact} className="hint">
              {fact}
            </span>
          ))}
        </span>
        {isShown && <span className="hint">{saved.isShown}</span>}
      </ChoiceLink>
      {view.isOwn && <IconButton icon="pencil" label={saved.edit(view.name)} onClick={() => setEdited(true)} />}
      {view.mayRemove && <IconButton icon="trash" label={saved.remove(view.name)} onClick={remove} />}
    </li>
  )
}

interface EditFormProps {
  readonly view: View
  readonly groups: readonly string[]
  readonly save: (content: { readonly name: string } & ChosenSharing) => Promise<void>
  readonly cancel: () => void
}

function EditForm({ view, groups, save, cancel }: EditFormProps) {
  const [name, setName] = useState(view.name)
  const [sharing, setSharing] = useState<ChosenSharing>(view)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void save({ name: name.trim(), sharing: sharing.sharing, group: sharing.group })
  }
  return (
    <li className="line joined">
      <form className="shell-saved-edit stack inset grow" onSubmit={submit}>
        <label>
          <span className="label">{saved.newName}</span>
          <input
            className="input"
            value={name}
            maxLength={200}
            required
            // biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone
            autoFocus
            onChange={event => setName(event.target.value)}
          />
        </label>
        <SharingChoice value={sharing} groups={groups} change={setSharing} />
        <div className="row">
          <button type="submit" className="button primary" disabled={name.trim() === ''}>
            {saved.apply}
          </button>
          <Button onClick={cancel}>{saved.cancel}</Button>
        </div>
      </form>
    </li>
  )
}
