import type { ButtonHTMLAttributes } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

/** The props of an icon button. */
interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'type'> {
  readonly icon: IconName
  /** The accessible name. */
  readonly label: string
  /** The tooltip; by default the label. */
  readonly hint?: string
}

/** A square button with an icon, an accessible name and a tooltip. */
export function IconButton({ icon, label, hint = label, className = '', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} look="quiet" className={`shell-square ${className}`.trim()} aria-label={label} title={hint}>
      <Icon name={icon} />
    </Button>
  )
}
