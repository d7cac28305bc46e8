import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { SavedReport } from '../../page/page-types.ts'
import { getJson, send } from '../api/client.ts'
import { applyChange, type Choices, toQueryString } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'
import { texts } from '../texts/en.ts'
import { IconButton } from './icon-button.tsx'
import { Popup } from './popup.tsx'
import './saved-reports.css'

const { saved } = texts.shell

/** From this number of reports on, there is a search field. */
const MANY = 8

/** Saves, opens, deletes and restores named reports. */
export function SavedReports({ choices }: { readonly choices: Choices }) {
  return (
    <Popup label={saved.title} icon="bookmark">
      {close => <SavedList address={addressOf(choices)} close={close} />}
    </Popup>
  )
}

function SavedList({ address, close }: { readonly address: string; readonly close: () => void }) {
  const client = useQueryClient()
  const {
    data: reports = [],
    error,
    isSuccess,
  } = useQuery({
    queryKey: ['reports'],
    queryFn: ({ signal }) => getJson<readonly SavedReport[]>('/api/reports', signal),
  })
  const [name, setName] = useState('')
  const [find, setFind] = useState('')
  const [removed, setRemoved] = useState<SavedReport | null>(null)
  const [message, setMessage] = useState('')
  const act = async (doing: Promise<void>, text: string) => {
    try {
      await doing
      setMessage(text)
    } catch (failure) {
      setMessage((failure as Error).message || saved.failed)
    }
    await client.invalidateQueries({ queryKey: ['reports'] })
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    setRemoved(null)
    setName('')
    void act(put({ name: name.trim(), address }), saved.saved(name.trim()))
  }
  const remove = (report: SavedReport) => {
    setRemoved(report)
    void act(send('DELETE', pathOf(report.name)), saved.removed(report.name))
  }
  const found = reports.filter(report => report.name.toLowerCase().includes(find.trim().toLowerCase()))
  return (
    <div className="shell-saved">
      {address === '' ? (
        <p className="shell-popup-text">{saved.nothingToSave}</p>
      ) : (
        <form className="shell-saved-form" onSubmit={save}>
          <label>
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
          <button type="submit" className="button primary" disabled={name.trim() === ''}>
            {reports.some(report => report.name === name.trim()) ? saved.replace : saved.save}
          </button>
        </form>
      )}
      <p className="shell-popup-text" role="status">
        {message || error?.message}
        {removed && message === saved.removed(removed.name) && (
          <button
            type="button"
            className="shell-link"
            onClick={() => {
              setRemoved(null)
              void act(put(removed), saved.saved(removed.name))
            }}
          >
            {saved.undo}
          </button>
        )}
      </p>
      {reports.length > MANY && (
        <input
          className="input"
          type="search"
          aria-label={saved.find}
          placeholder={saved.find}
          value={find}
          onChange={event => setFind(event.target.value)}
        />
      )}
      {isSuccess && found.length === 0 && (
        <p className="shell-popup-text">{find.trim() === '' ? saved.none : saved.noneFound}</p>
      )}
      <ul className="shell-saved-list">
        {found.map(report => (
          <li key={report.name}>
            <button
              type="button"
              className="shell-item"
              onClick={() => {
                navigate(report.address)
                close()
              }}
            >
              <span className="shell-saved-name">{report.name}</span>
              {report.address === address && <span className="hint">{saved.isShown}</span>}
            </button>
            <IconButton icon="trash" label={saved.remove(report.name)} onClick={() => remove(report)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the saved part of the choices: everything but the open drawer. */
function addressOf(choices: Choices): string {
  return toQueryString(applyChange(choices, { 'view.open': null }))
}

function put({ name, address }: SavedReport): Promise<void> {
  return send('PUT', pathOf(name), { address })
}

function pathOf(name: string): string {
  return `/api/reports/${encodeURIComponent(name)}`
}
