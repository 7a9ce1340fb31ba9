import { useLingui } from '@lingui/react/macro'
import { Discover } from './Discover.tsx'
import css from './Sidebar.module.css'

/** The sidebar of wide windows; compact or expanded by the `data-side` of `<html>`. */
export default function Sidebar() {
  const { t } = useLingui()
  return (
    <nav className={css.sidebar} aria-label={t`Discover`}>
      <Discover />
    </nav>
  )
}
