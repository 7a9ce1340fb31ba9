import { Suspense, useDeferredValue, useEffect } from 'react'
import { useLocation } from 'wouter'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { closeDialog, type DialogName, openDialog, openedDialog } from '../../session/dialogs.ts'
import { needsEmail } from '../../session/email-prompt.ts'
import { useViewer } from '../../session/viewer.ts'

/** The dialogs that any page may open. The code of each is loaded when it is first opened. */
export const DIALOGS = {
  login: lazyComponent(() => import('../../features/auth/LoginDialog.tsx'), ['auth', 'wallet']),
  signUp: lazyComponent(() => import('../../features/auth/SignUpDialog.tsx'), ['auth', 'wallet']),
  terms: lazyComponent(() => import('../../features/auth/TermsDialog.tsx'), ['auth']),
  email: lazyComponent(() => import('../../features/auth/SetEmailDialog.tsx'), ['auth']),
  purpose: lazyComponent(() => import('../../features/auth/PurposeDialog.tsx'), ['auth']),
  menu: lazyComponent(() => import('./MenuDialog.tsx'), ['shell']),
  about: lazyComponent(() => import('./AboutDialog.tsx'), ['shell', 'pages']),
  carrots: lazyComponent(() => import('../../features/carrots/CarrotDialog.tsx'), ['carrots']),
  saveTo: lazyComponent(() => import('../../features/saved/SaveToDialog.tsx'), ['saved']),
  sponsor: lazyComponent(() => import('../../features/sponsor/SponsorDialog.tsx'), ['sponsor']),
  chain: lazyComponent(() => import('./ChainDialog.tsx'), ['shell', 'wallet']),
} satisfies Record<DialogName, unknown>

/**
 * Shows the open dialog. `asked`: the address asks for the login. After the login it opens the terms if they are not accepted, then the
 * request for an e-mail address if none is confirmed, then runs `then`. A guest who closes the login on a page that needs one
 * (`isGated`) is sent to the home page.
 */
export default function DialogHost({ asked, isGated }: { asked: boolean; isGated?: boolean }) {
  const shown = openedDialog.use()
  const viewer = useViewer()
  const [path, navigate] = useLocation()
  const atLogin = path.startsWith('/login')

  useEffect(() => {
    if (asked && viewer === null) openDialog('login', atLogin ? () => navigate('/', { replace: true }) : undefined)
    if (atLogin && viewer) navigate('/', { replace: true })
  }, [asked, atLogin, viewer, navigate])

  useEffect(() => {
    if (!viewer || !shown || !['login', 'signUp', 'terms'].includes(shown.name)) return
    const next = !viewer.creator ? 'terms' : needsEmail(viewer) ? 'email' : null
    if (next) return shown.name === next ? undefined : openDialog(next, shown.then)
    closeDialog()
    shown.then?.()
  }, [shown, viewer])

  const close = () => {
    closeDialog()
    if (shown?.name === 'email') return shown.then?.()
    if (shown?.name !== 'login' || viewer !== null) return
    const to = isGated || atLogin ? '/' : asked ? path : null
    // The dialog has already loaded back.ts.
    if (to) import('../../ui/back.ts').then(({ afterDialogs }) => afterDialogs(() => navigate(to, { replace: true })))
  }

  // The login stays until the terms that follow it can be rendered.
  const drawn = useDeferredValue(shown)
  if (!drawn) return null
  const Shown = DIALOGS[drawn.name]
  return (
    <Suspense fallback={null}>
      <Shown onClose={close} />
    </Suspense>
  )
}
