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
 * Catches errors while its children render. A change of `at` renders them again. `instead` is shown in place of the failed children;
 * without it, the error of a whole page is shown.
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
    // ErrorState is not used here, because it would have to be loaded, and loading may be what failed.
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
