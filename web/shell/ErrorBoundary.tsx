import { Trans } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/States.tsx'

/** A page that breaks does not take the shell with it. Going elsewhere (`at`) gives the next one its chance. */
export class ErrorBoundary extends Component<{ at: string; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidUpdate(before: { at: string }) {
    if (this.state.error !== null && before.at !== this.props.at) this.setState({ error: null })
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <div className="wrap">
        <ErrorState
          error={this.state.error}
          safe={
            <Trans>
              What you saved and what you paid is safe. You can also go <a href={paths.home()}>back to the start</a>.
            </Trans>
          }
          onRetry={() => location.reload()}
        />
      </div>
    )
  }
}
