import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly look?: 'primary' | 'quiet' | 'danger'
}

/** A button that does something on the page; it submits no form. */
export function Button({ look, className, ...rest }: ButtonProps) {
  return <button {...rest} type="button" className={['button', look, className].filter(Boolean).join(' ')} />
}
