import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { LogNameList, UnmatchedLogName } from '../../reports/page/page-types.ts'
import { getJson, send } from '../api/client.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { logNameTexts as text } from '../texts/log-names.ts'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'
import { Select } from './select.tsx'
import './log-names-section.css'

/** The names in logs that match no field or several, and the mapped ones, for administrators; nothing without one. */
export function LogNamesSection() {
  const { data } = useLogNames()
  const map = useMapLogName()
  const [error, setError] = useState<Error | null>(null)
  if (!data || data.mapped.length + data.unmatched.length === 0) return null
  const change = (name: string, field: string | null) => {
    setError(null)
    map(name, field).catch(setError)
  }
  return (
    <section className="shell-section shell-log-names breakable" aria-labelledby="log-names">
      <details>
        <summary>
          <h2 id="log-names">{text.title}</h2> <span className="hint">{text.count(data.unmatched.length)}</span>
        </summary>
        <p className="hint">{text.what}</p>
        <Problem error={error} />
        <ul className="stack">
          {data.unmatched.map(one => (
            <UnmatchedItem key={one.name} unmatched={one} onMap={field => change(one.name, field)} />
          ))}
          {data.mapped.map(({ name, field }) => (
            <li key={name} className="row">
              <span>{text.mapped(name, field.name ?? field.id)}</span>
              <Button onClick={() => change(name, null)}>{text.remove(name)}</Button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

interface UnmatchedItemProps {
  readonly unmatched: UnmatchedLogName
  readonly onMap: (field: string) => void
}

function UnmatchedItem({ unmatched, onMap }: UnmatchedItemProps) {
  const { name } = unmatched
  const { fields } = useCatalogue()
  const [field, setField] = useState('')
  const custom = fields.filter(({ id }) => id.startsWith('customfield_'))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onMap(field)
  }
  return (
    <li className="row">
      <span>
        {name} <span className="hint">{text.unmatched(unmatched)}</span>
      </span>
      <form className="row" onSubmit={submit}>
        <Select
          aria-label={text.field(name)}
          value={field}
          options={[['', text.choose], ...custom.map(({ id, name }) => [id, `${name} (${id})`] as const)]}
          onPick={setField}
        />
        <button type="submit" className="button" disabled={field === ''}>
          {text.map(name)}
        </button>
      </form>
    </li>
  )
}

const PATH = '/api/log-names'

/** Returns the names in logs without ids, for administrators. */
function useLogNames() {
  const catalogue = useCatalogue()
  return useQuery({
    queryKey: ['log-names'],
    queryFn: ({ signal }) => getJson<LogNameList>(PATH, signal),
    enabled: mayAdminister(catalogue),
  })
}

/** Returns a function that maps a name to a field; `null` removes the mapping. All data of the page is then read again. */
function useMapLogName(): (name: string, field: string | null) => Promise<void> {
  const client = useQueryClient()
  return async (name, field) => {
    if (field === null) await send('DELETE', `${PATH}/${encodeURIComponent(name)}`)
    else await send('PUT', PATH, { name, field })
    await client.invalidateQueries()
  }
}
