import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { readStored } from '../../lib/storage.ts'
import { useInbox } from '../../session/inbox.ts'
import { useUnreadInTitle } from '../../session/title.ts'
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

/** Records what was sent in tabs that were closed before the server had recorded it. */
async function resume(): Promise<void> {
  if (!readStored('warren.pending')) return
  try {
    const { resume, resumeWithdrawals } = await import('../../wallet/resume.ts')
    // It can take minutes, so nothing waits for it. If it fails, the next visit tries again.
    void resumeWithdrawals().catch(() => {})
    await resume()
  } catch {
    ;(await import('../../queries/pending-transactions.ts')).endResuming()
  }
}

/** Sends the reasons for disputes whose tab was closed before it had sent the reason. */
async function sendReasons(): Promise<void> {
  const userId = cachedUser()?.user_id
  if (userId && readStored('warren.reasons')) await (await import('../../queries/dispute-reasons.ts')).sendReasons(userId)
}

/** Sends the messages that wait on this device, written without a connection in a tab that was closed or reloaded. */
async function sendOutgoing(): Promise<void> {
  if (readStored('warren.outgoing')) await (await import('../../queries/outgoing-messages.ts')).sendOutgoing()
}

/** For members only: opens the inbox socket, and shows the bottom navigation on phones. */
export default function PhoneBar() {
  const { t } = useLingui()
  const waiting = useWaiting()
  useUnreadInTitle(waiting)
  useInbox(renewDevice)
  useEffect(() => {
    void resume()
      .then(sendReasons)
      .then(sendOutgoing)
      // If code cannot be loaded, the next visit tries again.
      .catch(() => {})
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
