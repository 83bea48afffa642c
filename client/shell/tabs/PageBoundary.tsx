import { Component, type ReactNode } from 'react'
import { isMissingPart, noteError } from '../../stores/errors'
import { ErrorState } from '../../ui/ErrorState'

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

  retry = () => {
    // A page whose file could not be fetched stays broken until everything is fetched anew, as after an update.
    if (isMissingPart(this.state.error?.message ?? '')) location.reload()
    else this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorState error={error} onRetry={this.retry} /> : this.props.children
  }
}
