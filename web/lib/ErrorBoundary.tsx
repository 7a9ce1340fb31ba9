import { Trans } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import css from './ErrorBoundary.module.css'
import { errorText } from './errors.ts'
import { paths } from './paths.ts'

interface Props {
  at: unknown
  instead?: ReactNode
  children: ReactNode
}

/**
 * A page that breaks does not take the shell with it. Going elsewhere (`at`) gives the next one its chance. `instead` stands for what
 * broke; without it, it is told as a page that did not work.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidUpdate(before: Props) {
    if (this.state.error !== null && before.at !== this.props.at) this.setState({ error: null })
  }
  override render() {
    if (this.state.error === null) return this.props.children
    if (this.props.instead) return this.props.instead
    // Plain on purpose: what draws errors elsewhere is loaded when needed, and loading may be what failed.
    return (
      <div className={`wrap ${css.broken}`} role="alert">
        <h1>
          <Trans>Something went wrong</Trans>
        </h1>
        <p>{errorText(this.state.error)}</p>
        <p>
          <Trans>
            Your saved data and payments are safe. You can also go <a href={paths.home()}>to the home page</a>.
          </Trans>
        </p>
        <Button look="primary" onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
      </div>
    )
  }
}
