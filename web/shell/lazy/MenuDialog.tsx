import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { brand } from '../../brand.ts'
import { savedPaths } from '../../features/saved/saved-paths.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { type DialogProps, openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import ShareDialog from '../../ui/ShareDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { logout } from '../../wallet/logout.ts'
import { useIsWideWindow } from '../sidebar.ts'
import { Choices } from './Choices.tsx'
import { Discover } from './Discover.tsx'
import css from './MenuDialog.module.css'
import { NavLink } from './NavLink.tsx'

/** The menu of phones and tablets. It closes when the window becomes wide enough for the sidebar. */
export default function MenuDialog({ onClose }: DialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const wide = useIsWideWindow()
  const [sharing, setSharing] = useState(false)
  useEffect(() => {
    if (wide) onClose()
  }, [wide, onClose])
  const leave = () => logout().catch((error) => toast(errorText(error), 'bad'))
  return (
    <Dialog title={<Trans>Menu</Trans>} onClose={onClose} drawer>
      <nav className={css.places} aria-label={t`Pages`}>
        <NavLink href={paths.home()} icon="home" onClick={onClose}>
          <Trans>Home</Trans>
        </NavLink>
        <Discover onClick={onClose} />
        <NavLink href={savedPaths.saved} icon="heart" onClick={onClose}>
          <Trans context="name of a list">Saved</Trans>
        </NavLink>
        <NavLink href={paths.faq()} icon="help" onClick={onClose}>
          <Trans>Questions and answers</Trans>
        </NavLink>
      </nav>
      <div className={css.acts}>
        {viewer ? (
          <Button icon="exit" wide onClick={leave}>
            <Trans>Log out</Trans>
          </Button>
        ) : (
          <Button look="primary" wide onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        )}
      </div>
      <Choices />
      <ul className={css.social}>
        <li>
          <button type="button" onClick={() => setSharing(true)}>
            <Icon name="share" />
            <Trans>Share</Trans>
          </button>
        </li>
        <li>
          <a href={`mailto:${brand.contact}`}>
            <Icon name="mail" />
            <Trans>Write to us</Trans>
          </a>
        </li>
        {brand.social.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noreferrer">
              <Icon name="link" />
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p className={css.small}>
        <button type="button" onClick={() => openDialog('about')}>
          <Trans>About {brand.name}</Trans>
        </button>
        <Link href={paths.privacy()} onClick={onClose}>
          <Trans>Privacy</Trans>
        </Link>
        <Link href={paths.terms()} onClick={onClose}>
          <Trans>Terms and conditions</Trans>
        </Link>
      </p>
      {sharing && <ShareDialog url={location.origin} title={brand.name} onClose={() => setSharing(false)} />}
    </Dialog>
  )
}
