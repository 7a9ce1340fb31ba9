import { useLingui } from '@lingui/react/macro'
import { Discover } from './Discover.tsx'
import css from './Sidebar.module.css'

/** Beside the page in wide windows; compact or expanded, as the app's `data-side` says. */
export default function Sidebar() {
  const { t } = useLingui()
  return (
    <nav className={css.sidebar} aria-label={t`Discover`}>
      <Discover />
    </nav>
  )
}
