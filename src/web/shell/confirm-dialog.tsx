import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'
import './confirm-dialog.css'

interface ConfirmDialogProps {
  /** What the button that opens the dialog shows. */
  readonly open: ReactNode
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly onConfirm: () => Promise<void>
  readonly children?: ReactNode
}

/** A button that does something after a confirmation, which says what it leads to. */
export function ConfirmDialog({ open, title, text, confirm, onConfirm, children }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const run = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      setOpen(false)
    } catch (error) {
      setError(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={next => {
        setError(null)
        setOpen(next)
      }}
    >
      <AlertDialog.Trigger className="button">{open}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="confirm-backdrop" />
        <AlertDialog.Popup className="confirm-dialog card stack">
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description>{text}</AlertDialog.Description>
          {children}
          <Problem error={error} />
          <div className="row">
            <Button look="danger" disabled={isBusy} onClick={() => void run()}>
              {confirm}
            </Button>
            <AlertDialog.Close className="button">{texts.shell.cancel}</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
