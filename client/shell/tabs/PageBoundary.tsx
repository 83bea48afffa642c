import { Component, type ReactNode } from 'react'
import { noteError } from '../../stores/errors'
import { ErrorState } from '../../ui/feedback/ErrorState'

type Props = { children: ReactNode }

/** Keeps the failure of one page from taking everything with it. */
export class PageBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: unknown) {
    noteError(error, 'page')
  }

  retry = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? <ErrorState error={error} onRetry={this.retry} /> : this.props.children
  }
}
