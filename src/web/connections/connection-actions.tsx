import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { Button } from '../shell/button.tsx'
import { ConfirmDialog } from '../shell/confirm-dialog.tsx'
import { errorMessage } from '../shell/error-message.ts'
import { useChoices } from '../state/use-choices.ts'
import { CONNECTIONS_KEY } from '../state/use-connections.ts'
import { connectionTexts } from '../texts/connections.ts'
import { RadioCards } from './radio-cards.tsx'
import { ReplaceToken } from './replace-token.tsx'
import { act, removeConnection } from './requests.ts'

const { actions: text } = connectionTexts

interface ConnectionActionsProps {
  readonly connection: ManagedConnection
  readonly notify: (text: string) => void
}

/** What can be done with a connection. */
export function ConnectionActions({ connection, notify }: ConnectionActionsProps) {
  const { name, state, approval, tokenFrom, running } = connection
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  // A refused token in a variable is replaced outside of the page.
  const needsToken = state === 'needs-token' && tokenFrom !== 'variable'
  const refresh = () => client.invalidateQueries({ queryKey: CONNECTIONS_KEY })
  const run = async (action: 'sync' | 'pause' | 'resume', done: string, options: object = {}) => {
    setBusy(true)
    try {
      await act(name, action, options)
      await refresh()
      notify(done)
    } finally {
      setBusy(false)
    }
  }
  const button = (label: string, action: 'sync' | 'pause' | 'resume', done: string, isPrimary = false) => (
    <button
      type="button"
      className={isPrimary ? 'button primary' : 'button'}
      disabled={isBusy}
      onClick={() => void run(action, done).catch((error: Error) => notify(errorMessage(error).text))}
    >
      {label}
    </button>
  )
  const replaceToken = (
    <ReplaceToken
      connection={connection}
      onClose={needsToken ? null : () => setReplacing(false)}
      onReplaced={() => {
        setReplacing(false)
        notify(text.replace.done)
        void refresh()
      }}
    />
  )
  const isSyncing = state !== 'paused' && !needsToken
  return (
    <>
      {needsToken && replaceToken}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div className="row" role="group" aria-label={text.title}>
        {state === 'needs-approval' && approval === 'loss' && (
          <ConfirmDialog
            open={text.acceptLoss.open}
            title={text.acceptLoss.title}
            text={text.acceptLoss.text}
            confirm={text.acceptLoss.confirm}
            onConfirm={() => run('sync', text.acceptLoss.done, { acceptLoss: true })}
          />
        )}
        {(approval === 'site' || approval === 'clock') && button(text.accept[approval], 'resume', text.accepted, true)}
        {state === 'paused' && button(text.resume, 'resume', text.resumed, true)}
        {isSyncing && button(text.sync, 'sync', text.synced, running === null && approval === null)}
        {isSyncing && button(text.pause, 'pause', text.paused)}
        {tokenFrom !== 'variable' && !needsToken && (
          <Button aria-expanded={isReplacing} onClick={() => setReplacing(!isReplacing)}>
            {text.replace.open}
          </Button>
        )}
        <RemoveConnection connection={connection} notify={notify} />
      </div>
      {tokenFrom === 'variable' && <p className="hint">{text.replace.variable}</p>}
      {isReplacing && !needsToken && replaceToken}
    </>
  )
}

interface RemoveConnectionProps {
  readonly connection: ManagedConnection
  readonly notify: (text: string) => void
}

function RemoveConnection({ connection: { name, projects }, notify }: RemoveConnectionProps) {
  const client = useQueryClient()
  const { change } = useChoices()
  const [issues, setIssues] = useState<'keep' | 'remove'>('keep')
  const count = projects.reduce((sum, { stored }) => sum + stored, 0)
  const remove = async () => {
    const removed = await removeConnection(name, issues)
    await client.invalidateQueries()
    notify(text.remove.done(name, removed))
    change({ page: null })
  }
  return (
    <ConfirmDialog
      open={text.remove.open}
      title={text.remove.title(name)}
      text={text.remove.text}
      confirm={text.remove.confirm}
      onConfirm={remove}
    >
      <RadioCards
        label={text.remove.issues}
        options={[
          { value: 'keep', name: text.remove.keep(count) },
          { value: 'remove', name: text.remove.forget(count) },
        ]}
        value={issues}
        onPick={setIssues}
      />
    </ConfirmDialog>
  )
}
