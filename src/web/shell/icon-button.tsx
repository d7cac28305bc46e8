import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** What a button that shows nothing but a drawing is made of, besides what any button takes. */
interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'type'> {
  readonly icon: IconName
  /** What it is called. */
  readonly label: string
  /** What its tip says; its name unless it says more. */
  readonly hint?: string
}

/** A square button with a drawing, a name for those who do not see it, and a tip. */
export function IconButton({ icon, label, hint = label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`button quiet frame-square ${className}`.trim()}
      aria-label={label}
      title={hint}
    >
      <Icon name={icon} />
    </button>
  )
}
