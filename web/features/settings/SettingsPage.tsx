import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PageProps } from '../../lib/page-props.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { walletsQuery } from '../../queries/wallets.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Appearance } from './Appearance.tsx'
import { Conversations } from './Conversations.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Email } from './Email.tsx'
import { Export } from './Export.tsx'
import { Language } from './Language.tsx'
import { Notifications } from './Notifications.tsx'
import { Password } from './Password.tsx'
import { Pushes } from './Pushes.tsx'
import { SignInAgain } from './Refused.tsx'
import { Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'
import css from './settings.module.css'
import { Unsubscribe } from './Unsubscribe.tsx'
import { Username } from './Username.tsx'
import { WalletChanges } from './WalletChanges.tsx'
import { Wallets } from './Wallets.tsx'

/** `/settings/`: language and appearance for everyone, account and data for members. Each section has its own file. */
export default function SettingsPage(_: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Settings`)
  usePrefetch(viewer, SignInAgain)
  const wallets = useQuery({ ...walletsQuery, enabled: Boolean(viewer) })
  return (
    <div className={`wrap ${css.page}`}>
      <h1>
        <Trans>Settings</Trans>
      </h1>
      {wallets.data && <WalletChanges changes={wallets.data.changes} />}
      <Unsubscribe />
      <Language />
      <Appearance />
      {viewer ? (
        <>
          <Username viewer={viewer} />
          <Email viewer={viewer} />
          <Password viewer={viewer} />
          <Wallets viewer={viewer} />
          <Conversations />
          <Notifications />
          <Pushes viewer={viewer} />
          <Sessions />
          <Export />
          <DeleteAccount />
        </>
      ) : viewer === null ? (
        <Section
          title={<Trans>Your account</Trans>}
          text={<Trans>Log in to see where you are logged in, and to download or delete your data.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </Section>
      ) : (
        <Skeleton width="100%" height={140} />
      )}
    </div>
  )
}
