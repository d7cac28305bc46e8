import { Component, type ReactNode } from 'react'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'

interface Props {
  readonly children: ReactNode
}

/** Shows an error instead of a blank page when a component throws. */
export class ErrorBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="shell-notice stack" role="alert">
        <h2>{texts.shell.broken.title}</h2>
        <p>{texts.shell.broken.text}</p>
        <Button onClick={() => window.location.reload()}>{texts.shell.broken.reload}</Button>
      </div>
    )
  }
}
