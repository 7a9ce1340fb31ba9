import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { savedPaths } from '../../features/saved/saved-paths.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { isAdminQuery } from '../../queries/is-admin.ts'
import { platformAdminQuery } from '../../queries/platform-admin.ts'
import { openDialog, useGate } from '../../session/dialogs.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { memberName } from '../../ui/member-name.ts'
import { toast } from '../../ui/toast.ts'
import { logout } from '../../wallet/logout.ts'
import css from './AccountMenu.module.css'
import { Choices } from './Choices.tsx'

/**
 * The viewer's picture, a link to the profile, and the account menu beside it. `wallet` is the address of the wallet's website, which
 * phones have in this menu and not in the bar.
 */
export function AccountMenu({ viewer, wallet }: { viewer: Viewer; wallet: string | undefined }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const gate = useGate()
  // Each answer of the node costs money, so it is asked when the menu opens first.
  const [hasOpened, setOpened] = useState(false)
  const mayBeAdmin = hasOpened && viewer.accounts.length > 0
  const { data: isArbitrator } = useQuery({ ...isAdminQuery(viewer.accounts), enabled: mayBeAdmin })
  const { data: platformAdmin } = useQuery({ ...platformAdminQuery(viewer.user_id), enabled: mayBeAdmin })
  const name = memberName(viewer.name ?? viewer.username, viewer.accounts[0])
  return (
    <Menu
      label={t`Your account`}
      button={<Icon name="down" size={16} />}
      look={css.more}
      hover
      onOpen={() => setOpened(true)}
      before={
        <Link
          href={paths.profile()}
          className={css.face}
          aria-label={t`Your profile`}
          onClick={(event) => {
            event.preventDefault()
            gate(() => navigate(paths.profile()))
          }}
        >
          <Avatar name={name} image={viewer.image} size={40} />
        </Link>
      }
    >
      <p className={`cut ${css.who}`}>{name}</p>
      <button type="button" onClick={() => gate(() => navigate(paths.profile()))}>
        <Icon name="user" />
        <Trans>Profile</Trans>
      </button>
      <button type="button" onClick={() => gate(() => navigate(paths.list('services')))}>
        <Icon name="plus" />
        <Trans>Post a service</Trans>
      </button>
      <Link href={viewer.creatorName ? paths.creator(viewer.creatorName) : paths.creatorSignUp()}>
        <Icon name="star" />
        {viewer.creatorName ? <Trans>Your creator page</Trans> : <Trans>Become a creator</Trans>}
      </Link>
      {!viewer.emailVerified && (
        <button type="button" onClick={() => openDialog('email')}>
          <Icon name="mail" />
          {viewer.email ? <Trans>Confirm your e-mail address</Trans> : <Trans>Add an e-mail address</Trans>}
        </button>
      )}
      {wallet && (
        <a className={css.phone} href={wallet} target="_blank" rel="noreferrer">
          <Icon name="wallet" />
          <Trans>Wallet</Trans>
        </a>
      )}
      <Link href={savedPaths.saved}>
        <Icon name="heart" />
        <Trans context="name of a list">Saved</Trans>
      </Link>
      <Link href={paths.settings()}>
        <Icon name="sliders" />
        <Trans>Settings</Trans>
      </Link>
      {(isArbitrator || platformAdmin) && (
        <Link href={adminPaths.panel}>
          <Icon name="gavel" />
          <Trans>Admin panel</Trans>
        </Link>
      )}
      <button type="button" onClick={() => openDialog('chain')}>
        <Icon name="link" />
        <Trans>Network</Trans>
      </button>
      <Link href={paths.faq()}>
        <Icon name="help" />
        <Trans>Questions and answers</Trans>
      </Link>
      <hr />
      <Choices />
      <hr />
      <button type="button" onClick={() => logout().catch((error) => toast(errorText(error), 'bad'))}>
        <Icon name="exit" />
        <Trans>Log out</Trans>
      </button>
    </Menu>
  )
}
