import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { View } from '../../app/views/view-types.ts'
import { send } from '../api/client.ts'
import { asOfText } from '../builder/as-of-text.ts'
import { applyChange, type Choices, toQueryString } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useViews, VIEWS_KEY } from '../state/use-views.ts'
import { texts } from '../texts/en.ts'
import { Popup } from './popup.tsx'
import { SavedReportItem } from './saved-report-item.tsx'
import { SearchInput } from './search-input.tsx'
import { type ChosenSharing, PRIVATE, SharingChoice } from './sharing-choice.tsx'
import { choicesOf, contentOf } from './view-choices.ts'
import './saved-reports.css'

const { saved } = texts.shell

/** From this number of reports on, there is a search field. */
const MANY = 8

/** Saves, opens, renames, shares, deletes and restores named reports. */
export function SavedReports({ choices }: { readonly choices: Choices }) {
  return (
    <Popup label={saved.title} icon="bookmark">
      {close => <SavedList choices={choices} close={close} />}
    </Popup>
  )
}

function SavedList({ choices, close }: { readonly choices: Choices; readonly close: () => void }) {
  const { data, error, isSuccess } = useViews()
  const catalogue = useCatalogue()
  const { paths } = catalogue
  const { views = [], groups = [] } = data ?? {}
  const [find, setFind] = useState('')
  const [removed, setRemoved] = useState<View | null>(null)
  const [message, setMessage] = useState('')
  const act = useAction(setMessage)
  const pathOf = ({ id }: View) => `${paths.views}/${id}`
  const address = addressOf(choices)
  const save = ({ name, keepsDate, ...sharing }: SavedAs) => {
    setRemoved(null)
    const known = ownNamed(views, name)
    const content = {
      name,
      ...sharing,
      ...contentOf(keepsDate ? choices : applyChange(choices, { asOf: null }), catalogue),
    }
    return act(known ? send('PATCH', pathOf(known), content) : send('POST', paths.views, content), saved.saved(name))
  }
  const remove = (view: View) => {
    setRemoved(view.isOwn ? view : null)
    void act(send('DELETE', pathOf(view)), saved.removed(view.name))
  }
  const found = views.filter(view => view.name.toLowerCase().includes(find.trim().toLowerCase()))
  return (
    <div className="shell-saved stack">
      {address === '' ? (
        <p className="shell-popup-text hint">{saved.nothingToSave}</p>
      ) : (
        <SaveForm views={views} groups={groups} asOf={asOfText(choices, catalogue)} save={save} />
      )}
      <p className="shell-popup-text shell-saved-message hint" role="status">
        {message || error?.message}
        {removed && message === saved.removed(removed.name) && (
          <button
            type="button"
            className="shell-link"
            onClick={() => {
              setRemoved(null)
              void act(send('POST', `${pathOf(removed)}/restore`), saved.restored(removed.name))
            }}
          >
            {saved.undo}
          </button>
        )}
      </p>
      {views.length > MANY && <SearchInput label={saved.find} value={find} onType={setFind} />}
      {isSuccess && found.length === 0 && (
        <p className="shell-popup-text hint">{find.trim() === '' ? saved.none : saved.noneFound}</p>
      )}
      <ul className="shell-saved-list">
        {found.map(view => (
          <SavedReportItem
            key={view.id}
            view={view}
            isShown={toQueryString(choicesOf(view)) === address}
            groups={groups}
            close={close}
            change={content => act(send('PATCH', pathOf(view), content), saved.saved(content.name))}
            remove={() => remove(view)}
          />
        ))}
      </ul>
    </div>
  )
}

/** How the shown report is saved. */
interface SavedAs extends ChosenSharing {
  readonly name: string
  /** Whether a fixed date of the report stays. */
  readonly keepsDate: boolean
}

interface SaveFormProps {
  readonly views: readonly View[]
  readonly groups: readonly string[]
  /** The fixed date of the report as a text; `null` if it follows the clock. */
  readonly asOf: string | null
  readonly save: (as: SavedAs) => Promise<boolean>
}

function SaveForm({ views, groups, asOf, save }: SaveFormProps) {
  const [name, setName] = useState('')
  const [keepsDate, setKeepsDate] = useState(true)
  const [chosen, setSharing] = useState<ChosenSharing | null>(null)
  const known = ownNamed(views, name.trim())
  const sharing = chosen ?? known ?? PRIVATE
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await save({ name: name.trim(), keepsDate, sharing: sharing.sharing, group: sharing.group }))) return
    setName('')
    setKeepsDate(true)
    setSharing(null)
  }
  return (
    <form className="shell-saved-form row" onSubmit={event => void submit(event)}>
      <label className="grow">
        <span className="label">{saved.name}</span>
        <input
          className="input"
          value={name}
          onChange={event => setName(event.target.value)}
          placeholder={saved.placeholder}
          maxLength={200}
          required
        />
      </label>
      <SharingChoice value={sharing} groups={groups} change={setSharing} />
      {asOf !== null && (
        <label className="shell-saved-date line baseline">
          <input type="checkbox" checked={keepsDate} onChange={event => setKeepsDate(event.target.checked)} />
          <span>{saved.keepDate(asOf)}</span>
        </label>
      )}
      <button type="submit" className="button primary" disabled={name.trim() === ''}>
        {known ? saved.replace : saved.save}
      </button>
    </form>
  )
}

/**
 * Returns a function that waits for a change, reads the saved reports again and reports the result. It resolves to
 * whether the change succeeded.
 */
function useAction(report: (message: string) => void): (doing: Promise<void>, text: string) => Promise<boolean> {
  const client = useQueryClient()
  return async (doing, text) => {
    const failure = await doing.then(
      () => null,
      (error: Error) => error.message || saved.failed,
    )
    report(failure ?? text)
    await client.invalidateQueries({ queryKey: VIEWS_KEY })
    return failure === null
  }
}

function ownNamed(views: readonly View[], name: string): View | undefined {
  return views.find(view => view.isOwn && view.name === name)
}

/** Returns the query part of the saved choices: everything but the open drawer. */
function addressOf(choices: Choices): string {
  return toQueryString(applyChange(choices, { 'view.open': null }))
}
