import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'wouter'
import { errorText } from '../errors.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/Toast.tsx'
import { useGate } from './dialogs.tsx'
import css from './TopBar.module.css'
import { logout, type Viewer } from './viewer.ts'

/** The menu behind one's own picture. */
export default function Account({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const gate = useGate()
  const name = viewer.name ?? viewer.username ?? '?'
  return (
    <Menu label={t`Your account`} button={<Avatar name={name} image={viewer.image} size={40} />}>
      <p className={`cut ${css.who}`}>{viewer.name ?? <Trans>No name yet</Trans>}</p>
      <button type="button" onClick={() => gate(() => navigate(paths.profile()))}>
        <Icon name="user" />
        <Trans>Profile</Trans>
      </button>
      <button type="button" onClick={() => gate(() => navigate(paths.list('services')))}>
        <Icon name="plus" />
        <Trans>Post a service</Trans>
      </button>
      <hr />
      <button type="button" onClick={() => logout().catch((error) => toast(errorText(error), 'bad'))}>
        <Icon name="exit" />
        <Trans>Log out</Trans>
      </button>
    </Menu>
  )
}
