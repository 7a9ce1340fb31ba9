import { Trans } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { errorText } from '../errors.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import css from './App.module.css'

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
    // Plain on purpose: what draws errors elsewhere is loaded when needed, and loading may be what failed.
    return (
      <div className={`wrap ${css.broken}`} role="alert">
        <h1>
          <Trans>That did not work</Trans>
        </h1>
        <p>{errorText(this.state.error)}</p>
        <p>
          <Trans>
            What you saved and what you paid is safe. You can also go <a href={paths.home()}>back to the start</a>.
          </Trans>
        </p>
        <Button look="primary" onClick={() => location.reload()}>
          <Trans>Load the page again</Trans>
        </Button>
      </div>
    )
  }
}
