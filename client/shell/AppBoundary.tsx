import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button'
import { tr } from '../ui/useText'

/** The last net: when not even the frame around the pages can be drawn, or its file not be fetched. */
export class AppBoundary extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: '' }

  static getDerivedStateFromError(thrown: unknown) {
    return { message: String(thrown) }
  }

  /** As if nothing had caught it: the console says it, and the list of errors where the frame has begun to keep one. */
  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    const { message } = this.state
    if (!message) return this.props.children
    return (
      <main className="app-failed" role="alert">
        <h1>{tr('error.unknown')}</h1>
        <p>{message}</p>
        <Button onClick={() => location.reload()}>{tr('action.refresh')}</Button>
      </main>
    )
  }
}
