import { type ReactNode, useId, useState } from 'react'
import { teamTexts } from '../texts/team.ts'

/** A part of the screen: its title, how to read it, its content, and the same as a table. */
export function Panel({
  title,
  how,
  table,
  tools,
  className = '',
  children,
}: {
  readonly title: string
  readonly how?: string
  readonly table?: ReactNode
  /** Buttons next to the title. */
  readonly tools?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`team-panel card stack ${className}`} aria-labelledby={id}>
      <div className="team-panel-head line spread">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {how && <p className="hint">{how}</p>}
      {children}
      {table && (
        <details className="team-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{teamTexts.table}</summary>
          {isOpen && <div className="team-rows">{table}</div>}
        </details>
      )}
    </section>
  )
}

/** A small table of texts: a row for each entry, and its first cell as the heading of the row. */
export function PanelTable({
  columns,
  rows,
}: {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <tr key={index}>
            <th scope="row">{head}</th>
            {cells.map((cell, column) => (
              <td key={columns[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
