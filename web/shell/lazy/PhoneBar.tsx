import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { readStored } from '../../lib/storage.ts'
import { useInbox } from '../../session/inbox.ts'
import { cachedUser } from '../../session/viewer.ts'
import { NavLink } from './NavLink.tsx'
import css from './PhoneBar.module.css'
import { useWaiting } from './waiting.ts'

/** Turns pushes on again, if the member had turned them on in this browser. */
function renewDevice(): void {
  const userId = cachedUser()?.user_id
  // If it fails, the next connection tries again.
  if (userId && readStored('warren.push'))
    void import('../../queries/devices.ts').then((devices) => devices.renewDevice(userId)).catch(() => {})
}

/** For members only: opens the inbox socket, and shows the bottom navigation on phones. */
export default function PhoneBar() {
  const { t } = useLingui()
  const waiting = useWaiting()
  useInbox(renewDevice)
  // Records payments whose tab was closed before the server had recorded them.
  useEffect(() => {
    if (readStored('warren.pending')) {
      void import('../../wallet/resume.ts')
        .then(({ resume }) => resume())
        .catch(() => import('../../queries/pending-transactions.ts').then(({ endResuming }) => endResuming()))
    }
  }, [])
  return (
    <nav className={css.bar} aria-label={t`Your menu`}>
      <NavLink href={paths.home()} icon="home">
        <Trans>Home</Trans>
      </NavLink>
      <NavLink href={paths.orders()} icon="box" count={waiting.orders} news={t`${waiting.orders} waiting for you`}>
        <Trans>Orders</Trans>
      </NavLink>
      <NavLink href={paths.messenger()} icon="chat" count={waiting.messages} news={t`${waiting.messages} unread`}>
        <Trans>Messages</Trans>
      </NavLink>
      <NavLink href={paths.profile()} icon="user">
        <Trans>Profile</Trans>
      </NavLink>
    </nav>
  )
}
